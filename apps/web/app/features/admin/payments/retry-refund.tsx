import { paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { Form } from 'react-router';
import { useIsSubmitting } from '#lib/forms/submitting.ts';
import { Button } from '#ui/button.tsx';

/** Needs an action for the intent `retry` with a `refundId`. `amount` and `reference` are for a unique label. */
export function RetryRefund({ refundId, amount, reference }: { refundId: string; amount: string; reference: string }) {
  const retrying = useIsSubmitting({ intent: 'retry', refundId });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="refundId" value={refundId} />
      <Button
        type="submit"
        name="intent"
        value="retry"
        look="secondary"
        compact
        busy={retrying}
        busyLabel={texts.retrying}
        aria-label={texts.retryOf(amount, reference)}
      >
        {texts.retry}
      </Button>
    </Form>
  );
}
