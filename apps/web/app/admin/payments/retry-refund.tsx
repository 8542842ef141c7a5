import { paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { Form } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { IntentButton } from '#lib/forms/intent-button.tsx';

/** Needs an action for the intent `retry` with a `refundId`. `amount` and `reference` are for a unique label. */
export function RetryRefund({ refundId, amount, reference }: { refundId: string; amount: string; reference: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="refundId" value={refundId} />
      <FormKey />
      <IntentButton
        intent="retry"
        values={{ refundId }}
        look="secondary"
        compact
        busyLabel={texts.retrying}
        aria-label={texts.retryOf(amount, reference)}
      >
        {texts.retry}
      </IntentButton>
    </Form>
  );
}
