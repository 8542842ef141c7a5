import { getFormProps } from '@conform-to/react';
import type { OrderDossier } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { Form } from 'react-router';
import { useMay } from '#components/admin/staff.ts';
import { Button } from '#components/ui/button.tsx';
import { FieldError, TextAreaField } from '#components/ui/field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { dateTime } from '#lib/format.ts';
import { type DeskAnswer, NoteForm } from '#lib/order-desk-forms.ts';
import { useSending } from '#lib/sending.ts';

type NotesProps = { notes: OrderDossier['notes']; formKey: string; answer?: DeskAnswer };

/** What those who work here tell one another about an order. */
export function Notes({ notes, formKey, answer }: NotesProps) {
  const may = useMay();
  return (
    <>
      {/* A new note leaves an empty field behind. */}
      {may('orders.note') && <AddNote key={notes.length} formKey={formKey} answer={answer} />}
      {notes.length === 0 && <p className="mt-4 text-ink-soft">{adminOrderMessages.noNotes}</p>}
      <ul className="mt-4 grid gap-4">
        {notes.map(({ id, body, author, at }) => (
          <li key={id} className="border-line border-t pt-4">
            <p className="whitespace-pre-line">{body}</p>
            <p className="text-ink-soft text-small">
              {author ?? adminOrderMessages.someone} · <time dateTime={at}>{dateTime(new Date(at))}</time>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

function AddNote({ formKey, answer }: Pick<NotesProps, 'formKey' | 'answer'>) {
  const lastResult = answer?.intent === 'note' ? answer.reply : undefined;
  const [form, { body }] = useContractForm(NoteForm, { id: 'note', lastResult });
  const adding = useSending({ intent: 'note' });
  return (
    <Form {...getFormProps(form, { ariaAttributes: false })} method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="key" value={formKey} />
      <TextAreaField {...fieldOf(body)} label={adminOrderMessages.note} hint={adminOrderMessages.notesHint} rows={3} />
      {form.errors && <FieldError>{form.errors[0]}</FieldError>}
      <Button
        type="submit"
        name="intent"
        value="note"
        look="secondary"
        busy={adding}
        busyLabel={adminOrderMessages.addingNote}
        className="justify-self-start"
      >
        {adminOrderMessages.addNote}
      </Button>
    </Form>
  );
}
