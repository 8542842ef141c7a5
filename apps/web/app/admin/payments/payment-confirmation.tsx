import { paymentMessages as texts } from '@shop/contracts/payments/admin-messages';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';

/** Before a refund of a payment without an order, or the retry of a failed refund: what it does. */
export function PaymentConfirmation({ confirmation }: { confirmation: Confirmation | undefined }) {
  const isRetry = confirmation?.fields.some(([name, value]) => name === 'intent' && value === 'retry');
  const words = isRetry
    ? { title: texts.retry, withAmount: texts.retryAmount, busyLabel: texts.retrying }
    : { title: texts.refundTitle, withAmount: texts.refundAmount, busyLabel: texts.refunding };
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={words.title}
      confirm={confirmation?.amount ? words.withAmount(confirmation.amount) : words.title}
      keep={texts.keepPayment}
      busyLabel={words.busyLabel}
    />
  );
}
