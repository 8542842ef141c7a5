import { adminReviewMessages as texts } from '@shop/contracts/reviews/admin-messages';
import { type AdminReview, REVIEW_REASON_MAX } from '@shop/contracts/reviews/admin-schema';
import { useId } from 'react';
import { Form } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';

/** Approve, or reject with a reason; both can be changed later. */
export function ReviewDecision({ review: { id, status, reason } }: { review: AdminReview }) {
  const reasons = useId();
  return (
    <Panel title={texts.decision}>
      {status !== 'approved' && (
        <Form method="post" preventScrollReset>
          <Button type="submit" name="status" value="approved">
            {texts.approve}
          </Button>
        </Form>
      )}
      <Form method="post" preventScrollReset className={status === 'approved' ? undefined : 'mt-6'}>
        {/* The key shows what is stored after a decision. */}
        <TextField
          key={`${id} ${status} ${reason}`}
          name="reason"
          label={texts.reason}
          hint={texts.reasonHint}
          defaultValue={reason}
          maxLength={REVIEW_REASON_MAX}
          list={reasons}
        />
        <datalist id={reasons}>
          {texts.reasons.map((suggested) => (
            <option key={suggested} value={suggested} />
          ))}
        </datalist>
        <Button type="submit" name="status" value="rejected" look="secondary" className="mt-4">
          {status === 'rejected' ? texts.saveReason : texts.reject}
        </Button>
      </Form>
    </Panel>
  );
}
