import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { OrderActionResult } from './order-forms.ts';

type OrderConfirmationProps = { number: string; result: OrderActionResult | undefined };

/** Before a refund, a retry or a status with lasting effects: what it does. */
export function OrderConfirmation({ number, result }: OrderConfirmationProps) {
  const confirmation = result?.confirmation;
  return <ConfirmEffects confirmation={confirmation} {...wordsOf(number, result, confirmation)} />;
}

function wordsOf(number: string, result: OrderActionResult | undefined, confirmation: Confirmation | undefined) {
  const status = confirmation?.fields.find(([name]) => name === 'status')?.[1];
  if (result?.intent === 'refund')
    return {
      title: texts.refund,
      confirm: confirmation?.amount ? texts.refundOfAmount(confirmation.amount) : texts.refund,
      keep: texts.keepPayment,
      busyLabel: texts.refunding,
    };
  if (result?.intent === 'retry')
    return {
      title: paymentMessages.retry,
      confirm: confirmation?.amount ? paymentMessages.retryAmount(confirmation.amount) : paymentMessages.retry,
      keep: texts.keepPayment,
      busyLabel: paymentMessages.retrying,
    };
  if (status === 'cancelled')
    return {
      title: texts.cancelOrderOf(number),
      confirm: orderMessages.confirmCancelYes,
      keep: orderMessages.dismissCancel,
      busyLabel: orderMessages.cancelling,
      look: 'danger' as const,
    };
  return {
    title: texts.updateStatusOf(number),
    confirm: texts.update,
    keep: texts.keepStatus,
    busyLabel: texts.updating,
  };
}
