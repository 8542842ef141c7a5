import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { type Ticket, TicketAnswer } from '@shop/contracts/admin-tickets';
import { adminTicketMessages as words } from '@shop/contracts/admin-tickets-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { FieldError, TextAreaField } from '#components/ui/field.tsx';
import { fieldOf, useContractForm } from '#lib/contract-form.ts';
import { useSending } from '#lib/sending.ts';
import { Panel } from './admin-page.tsx';

type AnswerFormProps = {
  ticket: Ticket;
  /** Sent twice, it is still one answer. */
  answerKey: string;
  reply?: SubmissionResult;
};

export function AnswerForm({ ticket, answerKey, reply }: AnswerFormProps) {
  const busy = useSending({ key: answerKey });
  const [form, fields] = useContractForm(TicketAnswer.strip(), { id: 'answer', lastResult: reply });
  const isClosed = ticket.status === 'closed';
  return (
    <Panel title={words.answer}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="key" value={answerKey} />
        <TextAreaField
          {...fieldOf(fields.message)}
          label={words.answer}
          hideLabel
          hint={words.answerHint(ticket.email)}
          rows={8}
        />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} busyLabel={words.sending} className="justify-self-start">
          {words.send}
        </Button>
      </Form>
      <Form method="post" preventScrollReset className="mt-4 border-line border-t pt-4">
        <Button type="submit" name="status" value={isClosed ? 'open' : 'closed'} look="secondary">
          {isClosed ? words.reopen : words.close}
        </Button>
      </Form>
    </Panel>
  );
}
