import type { SubmissionResult } from '@conform-to/react';
import type { Effect } from '@shop/contracts/effects/schema';
import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { type AdminOrder, NewOrderNote, PartialRefund } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { ShipmentEdit } from '@shop/contracts/orders/shipment-schema';
import { paymentMessages } from '@shop/contracts/payments/admin-messages';
import type { Confirmation } from '#admin/kit/confirmation.ts';

/** The forms of an order in the admin panel. `shipment` edits one. */
export type OrderAction = 'status' | 'ship' | 'shipment' | 'refund' | 'retry' | 'note' | 'resend' | 'revoke';

/** The result of a form that did not redirect. */
export type OrderActionResult = {
  intent: OrderAction;
  reply?: SubmissionResult;
  failed?: string;
  info?: string;
  /** Of the ship form: the first error of each field, and the submitted values. */
  errors?: Record<string, string>;
  values?: Record<string, string>;
  /** The shipment that was edited. */
  shipmentId?: string;
  /** The form was not sent yet: what it would do. */
  confirmation?: Confirmation;
};

const CONFIRMED_EFFECTS: Effect['kind'][] = ['refund', 'stock', 'unpaid', 'deleted', 'skipped'];

/** A change of the status with nothing but a shipment and an email stays one press; a cancellation never does. */
export const needsConfirmation = (effects: readonly Effect[]) =>
  effects.some(
    (effect) => CONFIRMED_EFFECTS.includes(effect.kind) || (effect.kind === 'order' && effect.status === 'cancelled'),
  );

/** Messages by the value of `?done=`. */
export const orderActionDone = ({ receivesOrderEmails }: Pick<AdminOrder, 'receivesOrderEmails'>) => ({
  status: orderMessages.statusUpdated,
  ship: packingMessages.shipDone,
  shipment: packingMessages.shipmentSaved,
  refund: receivesOrderEmails ? adminOrderMessages.refundDone : adminOrderMessages.refundDoneWithoutEmail,
  retry: paymentMessages.retried,
  note: adminOrderMessages.noteAdded,
  resend: adminOrderMessages.resent,
  revoke: adminOrderMessages.revoked,
});

/** Messages for server and network errors. */
export const ORDER_ACTION_FAILED: Record<OrderAction, string> = {
  status: orderMessages.statusFailed,
  ship: packingMessages.shipFailed,
  shipment: packingMessages.shipmentFailed,
  refund: adminOrderMessages.refundFailed,
  retry: paymentMessages.retryFailed,
  note: adminOrderMessages.noteFailed,
  resend: adminOrderMessages.resendFailed,
  revoke: adminOrderMessages.revokeFailed,
};

/*
 * Idempotency keys from what the form shows, not from the request of the page: after a lost response the page is loaded
 * again, perhaps before the first request has ended, and pressing the button again must not refund or ship twice. Each
 * success changes the key, which also empties the form. The API scopes keys by user.
 */
export const refundKey = ({ id, payments, cashRefunds = [] }: Pick<AdminOrder, 'id' | 'payments' | 'cashRefunds'>) =>
  `${id}:${payments.flatMap(({ refunds }) => refunds).length + cashRefunds.length}`;

/** Shipments are only discarded with a status change, so that the pair never repeats. */
export const shipKey = ({ id, timeline, shipments }: Pick<AdminOrder, 'id' | 'timeline' | 'shipments'>) =>
  `${id}:${timeline.length}:${shipments.length}`;

// The forms also send their intent and idempotency key, which the strict contracts would reject.
export const RefundForm = PartialRefund.pick({ amount: true, reason: true, method: true }).strip();
export const NoteForm = NewOrderNote.strip();
export const ShipmentForm = ShipmentEdit.strip();

/** An unchanged status needs no request to the API. */
export const unchangedStatus = (form: FormData): OrderActionResult | undefined =>
  form.get('intent') === 'status' && form.get('status') === form.get('expectedStatus')
    ? { intent: 'status', info: orderMessages.statusUnchanged }
    : undefined;
