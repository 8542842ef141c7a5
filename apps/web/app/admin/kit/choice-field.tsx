import type { ComponentProps } from 'react';
import { SelectField } from '#ui/form/field.tsx';

type ChoiceFieldProps = ComponentProps<typeof SelectField> & {
  /** Label of the empty option, if there is one. */
  any?: string;
  of: Record<string, string>;
};

/** A select of the values and labels in `of`. */
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
