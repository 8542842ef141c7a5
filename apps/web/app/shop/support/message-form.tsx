import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { conversationMessages as texts } from '@shop/contracts/support/conversation-messages';
import { ConversationReply } from '@shop/contracts/support/conversation-schema';
import { Form } from 'react-router';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';

type MessageFormProps = {
  hint: string;
  /** Idempotency key: submitting twice sends one message. */
  messageKey: string;
  lastResult?: SubmissionResult;
};

/** A message of the customer: the account says who it is from. */
export function MessageForm({ hint, messageKey, lastResult }: MessageFormProps) {
  const busy = useIsSubmitting({ key: messageKey });
  const [form, fields] = useContractForm(ConversationReply.strip(), { id: 'message', lastResult });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
      <input type="hidden" name="key" value={messageKey} />
      <TextAreaField {...fieldOf(fields.message)} label={texts.reply} hint={hint} rows={5} />
      {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
      <Button type="submit" busy={busy} busyLabel={texts.sending} className="justify-self-start">
        {texts.send}
      </Button>
    </Form>
  );
}
