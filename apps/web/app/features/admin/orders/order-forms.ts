import type { SubmissionResult } from '@conform-to/react';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { type AdminOrder, NewOrderNote, PartialRefund } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';

/** The forms of an order in the admin panel. */
export type OrderAction = 'status' | 'refund' | 'retry' | 'note' | 'resend';

/** The result of a form that did not redirect. */
export type OrderActionResult = { intent: OrderAction; reply?: SubmissionResult; failed?: string; info?: string };

/** Messages by the value of `?done=`. */
export const orderActionDone = ({ receivesOrderEmails }: Pick<AdminOrder, 'receivesOrderEmails'>) => ({
  status: orderMessages.statusUpdated,
  refund: receivesOrderEmails ? adminOrderMessages.refundDone : adminOrderMessages.refundDoneWithoutEmail,
  retry: paymentMessages.retried,
  note: adminOrderMessages.noteAdded,
  resend: adminOrderMessages.resent,
});

/** Messages for server and network errors. */
export const ORDER_ACTION_FAILED: Record<OrderAction, string> = {
  status: orderMessages.statusFailed,
  refund: adminOrderMessages.refundFailed,
  retry: paymentMessages.retryFailed,
  note: adminOrderMessages.noteFailed,
  resend: adminOrderMessages.resendFailed,
};

// The forms also send their intent and idempotency key, which the strict contracts would reject.
export const RefundForm = PartialRefund.strip();
export const NoteForm = NewOrderNote.strip();

/** An unchanged status needs no request to the API. */
export const unchangedStatus = (form: FormData): OrderActionResult | undefined =>
  form.get('intent') === 'status' && form.get('status') === form.get('expectedStatus')
    ? { intent: 'status', info: orderMessages.statusUnchanged }
    : undefined;
