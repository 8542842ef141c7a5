import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { CANCELLABLE, isCancellable } from '@shop/contracts/orders/constants';
import { orderMessages, statusLabels } from '@shop/contracts/orders/messages';
import { OrderStatus, type PaymentStatus } from '@shop/contracts/orders/schema';
import type { StockChange } from '#inventory/service.ts';
import { DomainError } from '#platform/errors.ts';
import type { LineUnits } from './shipment-queries.ts';
import { isAnyShipped, shippedByVariant, unitsLeft } from './shipment-rules.ts';

export type ActorType = 'customer' | 'admin' | 'system';
type Transition = { from: OrderStatus; to: OrderStatus; actor: ActorType };
export type StatusActor = {
  actor: ActorType;
  userId: string | null;
  requestId?: string;
  /** Of staff: has the permission `orders.refund`. */
  mayRefund?: boolean;
};

const anyOther: Transition[] = OrderStatus.options.flatMap((from) =>
  OrderStatus.options.filter((to) => to !== from).map((to) => ({ from, to, actor: 'admin' })),
);

/** Which actor may change which status to which. The database has the same table, and rejects every other history. */
export const ALLOWED_TRANSITIONS: readonly Transition[] = [
  ...anyOther,
  { from: 'pending', to: 'cancelled', actor: 'customer' },
  { from: 'processing', to: 'cancelled', actor: 'customer' },
  { from: 'pending', to: 'cancelled', actor: 'system' },
];

function assertTransition(transition: Transition) {
  if (
    ALLOWED_TRANSITIONS.some(
      ({ from, to, actor }) => from === transition.from && to === transition.to && actor === transition.actor,
    )
  )
    return;
  throw transition.to === 'cancelled' ? tooLateToCancel() : statusChangeError('transition_not_allowed');
}

type Order = { status: OrderStatus; paymentStatus: PaymentStatus };

/** Rejects a change that was made for another status than the order has by now, also one to the status that it has. */
export function assertExpected({ status }: Order, expectedStatus = status) {
  if (status !== expectedStatus) throw statusConflict(status);
}

/** Rejects a change that this actor may not make. */
export function assertMayChange(order: Order, to: OrderStatus, by: StatusActor) {
  assertTransition({ from: order.status, to, actor: by.actor });
  if (isPackedUnpaid(order, to) && !by.mayRefund)
    throw new DomainError('forbidden', 'forbidden', orderMessages.refundedBefore);
}

/**
 * For the cancellation that customers and staff ask for: an order that is cancelled or has a shipment has none. Staff can
 * still set the status of a shipped one.
 */
export function assertCancellable(order: Parameters<typeof isCancellable>[0]) {
  if (!isCancellable(order)) throw tooLateToCancel();
}

const tooLateToCancel = () => new DomainError('conflict', 'order_not_cancellable', orderMessages.tooLateToCancel);

/** The message is the specification's; the reason is the error of the field. */
export const statusChangeError = (code: keyof typeof orderMessages.statusRejections) =>
  new DomainError('conflict', code, orderMessages.statusRejected, {
    errors: [{ field: 'status', message: orderMessages.statusRejections[code] }],
  });

const statusConflict = (to: OrderStatus) =>
  new DomainError('conflict', 'order_status_conflict', adminOrderMessages.statusConflict(statusLabels[to]));

/** Its units have left the warehouse. */
export const isShipped = (status: OrderStatus) => status === 'shipped' || status === 'delivered';

/** Setting an order back to be packed means that its shipments did not happen. A pending order has none. */
const discardsShipments = (from: OrderStatus, to: OrderStatus) => from !== 'pending' && CANCELLABLE.includes(to);

/** Units leave the warehouse after this change that had left it before, or would not have. */
const isPackedAgain = (from: OrderStatus, to: OrderStatus) =>
  from === 'cancelled' || (isShipped(from) && CANCELLABLE.includes(to));

/** The payment was refunded, and stays so. */
export const isPackedUnpaid = ({ status, paymentStatus }: Order, to: OrderStatus) =>
  paymentStatus === 'refunded' && isPackedAgain(status, to);

type Line = Pick<LineUnits, 'orderItemId' | 'variantId' | 'quantity' | 'shipped' | 'removed'>;
type Change = Transition & { lines: Line[]; returnToStock: boolean };
export type TransitionDecision = ReturnType<typeof decideTransition>;

/**
 * What a change does to the units of the order. Once any is shipped, only staff cancel the order; one that is shipped, or
 * delivered at once, gets a shipment of all units that are in none.
 */
export function decideTransition({ from, to, actor, lines, returnToStock }: Change) {
  const anyShipped = isAnyShipped(lines);
  if (anyShipped && actor !== 'admin') throw tooLateToCancel();
  const leaves = isShipped(to) && !isShipped(from);
  const toShip = leaves ? unitsLeft(lines) : [];
  if (leaves && !anyShipped && toShip.length === 0) throw statusChangeError('nothing_to_ship');
  return {
    anyShipped,
    toShip,
    discardsShipments: discardsShipments(from, to),
    stock: stockEffect(from, to, { returnToStock, anyShipped }),
    /** Orders shipped by an earlier release have no shipments. */
    shipped: isShipped(from) && !anyShipped ? ('all' as const) : shippedByVariant(lines),
  };
}

type Return = { returnToStock: boolean; anyShipped: boolean };

/**
 * What a status change does to the stock. Shipped units are restocked only if staff confirm the return, else written
 * off. An order that changes from `cancelled` to be packed takes units from stock. One that is shipped or delivered
 * after all has those that were written off, if any were.
 */
export function stockEffect(from: OrderStatus, to: OrderStatus, { returnToStock, anyShipped }: Return): StockChange {
  if (to === 'cancelled') return returnToStock || !(anyShipped || isShipped(from)) ? 'restocked' : 'written_off';
  if (from !== 'cancelled') return 'unchanged';
  return CANCELLABLE.includes(to) ? 'reserved_again' : 'restored';
}

type Payment = { paymentMethod: string; paymentStatus: PaymentStatus };

/**
 * Cash is paid on delivery: an order that is not delivered, or not after all, is unpaid. A paid order stays paid when
 * it is cancelled, and so does one of which something was paid back.
 */
export function paymentAfter(
  { paymentMethod, paymentStatus }: Payment,
  to: OrderStatus,
  hasRefunds = false,
): PaymentStatus {
  if (paymentMethod !== 'cod' || to === 'cancelled' || hasRefunds) return paymentStatus;
  return to === 'delivered' ? 'paid' : 'pending';
}

/** `random` is below 100,000,000. */
export const trackingNumber = (random: number) => `TRK${String(random).padStart(8, '0')}`;
