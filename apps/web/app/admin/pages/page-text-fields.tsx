import { pageMessages as texts } from '@shop/contracts/content/admin-messages';
import type { fieldOf } from '#lib/forms/contract-form.ts';
import { TextAreaField, TextField } from '#ui/form/field.tsx';

type FieldProps = ReturnType<typeof fieldOf>;
type PageTextFieldsProps = Record<'title' | 'description' | 'body', FieldProps> & { readOnly?: boolean };

export function PageTextFields({ title, description, body, readOnly }: PageTextFieldsProps) {
  return (
    <>
      <TextField {...title} label={texts.name} readOnly={readOnly} />
      <TextAreaField
        {...description}
        label={texts.description}
        hint={texts.descriptionHint}
        rows={2}
        readOnly={readOnly}
      />
      <TextAreaField {...body} label={texts.text} hint={texts.textHint} rows={24} readOnly={readOnly} />
    </>
  );
}
