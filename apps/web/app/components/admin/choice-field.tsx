import type { ComponentProps } from 'react';
import { SelectField } from '#components/ui/field.tsx';

type ChoiceFieldProps = ComponentProps<typeof SelectField> & {
  /** What the empty choice stands for, where there is one. */
  any?: string;
  of: Record<string, string>;
};

/** A choice by name: values and their words. */
export function ChoiceField({ any, of, ...field }: ChoiceFieldProps) {
  return (
    <SelectField {...field}>
      {any && <option value="">{any}</option>}
      {Object.entries(of).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
