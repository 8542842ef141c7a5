import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminTicketMessages as texts } from '@shop/contracts/support/admin-messages';
import { type Ticket, TicketReply } from '@shop/contracts/support/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';

type ReplyFormProps = {
  ticket: Ticket;
  /** Idempotency key: submitting twice sends one reply. */
  replyKey: string;
  lastResult?: SubmissionResult;
};

export function ReplyForm({ ticket, replyKey, lastResult }: ReplyFormProps) {
  const busy = useIsSubmitting({ key: replyKey });
  const [form, fields] = useContractForm(TicketReply.strip(), { id: 'answer', lastResult });
  const isClosed = ticket.status === 'closed';
  return (
    <Panel title={texts.reply}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="key" value={replyKey} />
        <TextAreaField
          {...fieldOf(fields.message)}
          label={texts.reply}
          hideLabel
          hint={texts.replyHint(ticket.email)}
          rows={8}
        />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={texts.sending} className="justify-self-start">
          {texts.send}
        </Button>
      </Form>
      <Form method="post" preventScrollReset className="mt-4 border-line border-t pt-4">
        <Button type="submit" name="status" value={isClosed ? 'open' : 'closed'} look="secondary">
          {isClosed ? texts.reopen : texts.close}
        </Button>
      </Form>
    </Panel>
  );
}
