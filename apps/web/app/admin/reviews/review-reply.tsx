import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import { type AdminReview, ReplyForm } from '@shop/contracts/reviews/admin-schema';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, TextAreaField } from '#ui/form/field.tsx';

type ReviewReplyProps = { review: AdminReview; lastResult?: SubmissionResult };

/** What the form validates: it also has an intent. */
export const ReplyFields = ReplyForm.strip().partial();

export function ReviewReply({ review: { status, reply }, lastResult }: ReviewReplyProps) {
  const busy = useIsSubmitting({ intent: 'reply' });
  const [form, fields] = useContractForm(ReplyFields, {
    id: 'reply',
    lastResult,
    defaultValue: { reply: reply?.text ?? '' },
  });
  if (status !== 'approved') {
    return (
      <Panel title={texts.reply}>
        <p className="text-ink-soft text-small">{texts.notApproved}</p>
      </Panel>
    );
  }
  return (
    <Panel title={texts.reply}>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <input type="hidden" name="intent" value="reply" />
        <TextAreaField {...fieldOf(fields.reply)} label={texts.reply} hideLabel hint={texts.replyHint} rows={5} />
        {form.errors?.[0] && <FieldError>{form.errors[0]}</FieldError>}
        <Button type="submit" busy={busy} className="justify-self-start">
          {texts.saveReply}
        </Button>
      </Form>
    </Panel>
  );
}
