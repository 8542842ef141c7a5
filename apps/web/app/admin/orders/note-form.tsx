import { getFormProps } from '@conform-to/react';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { NoteForm as Note, type OrderActionResult } from './order-forms.ts';

/** An internal note of staff about an order. */
export function NoteForm({ formKey, result }: { formKey: string; result?: OrderActionResult }) {
  const lastResult = result?.intent === 'note' ? result.reply : undefined;
  const [form, { body }] = useContractForm(Note, { id: 'note', lastResult });
  return (
    <Form
      {...getFormProps(form, { ariaAttributes: false })}
      method="post"
      preventScrollReset
      className="mb-6 grid grid-cols-1 gap-3"
    >
      <input type="hidden" name="key" value={formKey} />
      <TextAreaField {...fieldOf(body)} label={adminOrderMessages.note} hint={adminOrderMessages.notesHint} rows={2} />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton
        intent="note"
        look="secondary"
        compact
        busyLabel={adminOrderMessages.addingNote}
        className="justify-self-start"
      >
        {adminOrderMessages.addNote}
      </IntentButton>
    </Form>
  );
}
