import { getFormProps } from '@conform-to/react';
import { staffMessages } from '@shop/contracts/common/messages';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { Form } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { dateTime } from '#lib/format.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';
import { NoteForm, type OrderActionResult } from './order-forms.ts';

type NotesProps = { notes: AdminOrder['notes']; formKey: string; result?: OrderActionResult };

/** Internal notes of staff about an order. */
export function Notes({ notes, formKey, result }: NotesProps) {
  const can = useCan();
  return (
    <>
      {/* The key empties the form after a note is added. */}
      {can('orders.note') && <AddNote key={notes.length} formKey={formKey} result={result} />}
      {notes.length === 0 && <p className="mt-4 text-ink-soft">{adminOrderMessages.noNotes}</p>}
      <ul className="mt-4 grid gap-4">
        {notes.map(({ id, body, author, at }) => (
          <li key={id} className="border-line border-t pt-4">
            <p className="whitespace-pre-line">{body}</p>
            <p className="text-ink-soft text-small">
              {author ?? staffMessages.formerStaffMember} · <time dateTime={at}>{dateTime(new Date(at))}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function AddNote({ formKey, result }: Pick<NotesProps, 'formKey' | 'result'>) {
  const lastResult = result?.intent === 'note' ? result.reply : undefined;
  const [form, { body }] = useContractForm(NoteForm, { id: 'note', lastResult });
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="key" value={formKey} />
      <TextAreaField {...fieldOf(body)} label={adminOrderMessages.note} hint={adminOrderMessages.notesHint} rows={3} />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <IntentButton
        intent="note"
        look="secondary"
        busyLabel={adminOrderMessages.addingNote}
        className="justify-self-start"
      >
        {adminOrderMessages.addNote}
      </IntentButton>
    </Form>
  );
}
