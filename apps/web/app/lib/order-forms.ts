import type { SubmissionResult } from '@conform-to/react';
import { NewOrderNote, PartialRefund } from '@shop/contracts/admin-orders';
import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { orderMessages } from '@shop/contracts/orders-texts';
import { paymentMessages } from '@shop/contracts/system-texts';

/** The forms of an order at the desk, by what they do. */
export type OrderAction = 'status' | 'refund' | 'retry' | 'note' | 'resend';

/** What such a form answers, unless all is done. */
export type OrderActionResult = { intent: OrderAction; reply?: SubmissionResult; failed?: string; info?: string };

/** What `?done=` stands for. */
export const ORDER_ACTION_DONE = {
  status: orderMessages.statusUpdated,
  refund: adminOrderMessages.refundDone,
  retry: paymentMessages.retried,
  note: adminOrderMessages.noteAdded,
  resend: adminOrderMessages.resent,
};

/** What is said when the shop did not answer. */
export const ORDER_ACTION_FAILED: Record<OrderAction, string> = {
  status: orderMessages.statusFailed,
  refund: adminOrderMessages.refundFailed,
  retry: paymentMessages.retryFailed,
  note: adminOrderMessages.noteFailed,
  resend: adminOrderMessages.resendFailed,
};

// Every form also says what it does, and under which key. A contract takes nothing it does not know.
export const RefundForm = PartialRefund.strip();
export const NoteForm = NewOrderNote.strip();

/** A status that changes nothing asks nobody. */
export const unchangedStatus = (form: FormData): OrderActionResult | undefined =>
  form.get('intent') === 'status' && form.get('status') === form.get('expectedStatus')
    ? { intent: 'status', info: orderMessages.statusUnchanged }
    : undefined;
