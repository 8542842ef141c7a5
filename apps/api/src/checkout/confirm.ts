import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { type CheckoutState, type PaymentVerification, PlacedOrder } from '@shop/contracts/checkout/schema';
import type { Parser } from '@shop/contracts/common/parser';
import { Minor } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { removeBought } from '#cart/service.ts';
import { redeemDiscountCodeAgain } from '#discounts/service.ts';
import { isStockTooLow, sellReserved, takeStock } from '#inventory/service.ts';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { PLACEMENT, placeOrder } from '#orders/service.ts';
import {
  attachOrder,
  recordDifference,
  recordPayment,
  recordUnknownPayment,
  requestRefund,
} from '#payments/service.ts';
import { PAYMENT_STATES } from '#payments/sql.ts';
import { countOrderPlaced } from '#platform/business-metrics.ts';
import { ProviderError, type ProviderPayment, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import { isPermanentStorageError } from '#platform/database/errors.ts';
import { bool, json, oneOf, orNull, text, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, one, type Statement } from '#platform/database/sql.ts';
import { sendWithCommit } from '#platform/database/transaction.ts';
import type { Actor } from '#platform/http/access.ts';
import { findOwnCheckout } from './queries.ts';
import {
  CHECKOUT_STATUSES,
  checkoutNotFound,
  decidePaymentOutcome,
  type FinalizeResult,
  finalizeResultOf,
  placedOrderOf,
  providerUnavailable,
  signatureInvalid,
} from './rules.ts';
import type { CheckoutTools } from './start.ts';

/** From the customer's own page. */
export async function confirmPayment(
  tools: CheckoutTools,
  actor: Actor,
  verification: PaymentVerification,
): Promise<PlacedOrder> {
  crashPoint('C6');
  const paid = await findPaidCheckout(tools.db, idsIn(verification));
  if (paid?.checkout.userId !== actor.id) throw checkoutNotFound();
  assertSigned(tools, verification);
  const placed = await finalizeUnlessPlaced(tools, verification, paid);
  crashPoint('C8');
  return placed;
}

/**
 * From the provider's hosted page, by a cross-site form without the customer's session: only the signature counts, and
 * the response does not name the order.
 */
export async function receivePayment(tools: CheckoutTools, verification: PaymentVerification) {
  assertSigned(tools, verification);
  await finalizeUnlessPlaced(tools, verification, await findPaidCheckout(tools.db, idsIn(verification)));
  return { received: true } as const;
}

/** The signature authenticates the ids the client sends; whether they are paid is decided by the provider's API. */
function assertSigned({ provider }: CheckoutTools, verification: PaymentVerification) {
  const signature = verification.razorpay_signature;
  if (!provider.isValidPaymentSignature({ ...idsIn(verification), signature })) throw signatureInvalid();
}

const idsIn = ({ razorpay_order_id: orderId, razorpay_payment_id: paymentId }: PaymentVerification) => ({
  orderId,
  paymentId,
});

async function finalizeUnlessPlaced(
  tools: CheckoutTools,
  verification: PaymentVerification,
  paid: Paid | undefined,
): Promise<PlacedOrder> {
  if (paid?.placed) return paid.placed;
  const { orderId, paymentId } = idsIn(verification);

  try {
    const payment = await tools.provider.fetchPayment(paymentId);
    if (payment.orderId !== orderId) throw signatureInvalid();
    return placedOrderOf(await finalizeWithProvider(tools, payment, paid));
  } catch (error) {
    // A webhook or the reconciliation finalizes it later; the page polls until then.
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.confirming);
    if (error instanceof ProviderError) throw signatureInvalid();
    throw error;
  }
}

/**
 * First captures an authorized payment that an open checkout awaits. Any other is captured by the provider as its order
 * was opened (`CAPTURE_WITHIN`), and decided about once it is reported as captured.
 * `paid`: what was read before the payment was fetched.
 */
export async function finalizeWithProvider({ db, provider }: CheckoutTools, fetched: ProviderPayment, paid?: Paid) {
  const awaited = fetched.status === 'authorized' && (await isAwaited(db, fetched));
  const payment = awaited ? await provider.capture(fetched) : fetched;
  return (paid && (await placeAsRead(db, payment, paid))) ?? finalizePayment(db, payment);
}

/**
 * Like `finalizePayment`, in one round trip, for an open checkout that was read before the provider was asked, which is
 * the usual case. Undefined if the payment is to be finalized otherwise, also because the checkout has changed since:
 * then the order or the payment violates a constraint, and nothing is stored.
 */
async function placeAsRead(db: Db, payment: ProviderPayment, paid: Paid): Promise<FinalizeResult | undefined> {
  const { orderId, status } = payment;
  const isNew = orderId !== null && status === 'captured' && paid.found.status === null;
  if (!isNew || decidePaymentOutcome(paid.checkout, payment, []) !== 'place') return undefined;
  try {
    return await db.transaction(async (tx) => {
      crashPoint('C7');
      const { recorded } = recordPayment(paid.found, reportOf(paid, payment));
      return placeReserved(tx, paid, { cart: lockPaidCart(orderId), payment: recorded });
    });
  } catch (error) {
    if (isPermanentStorageError(error)) return undefined;
    throw error;
  }
}

/**
 * Payment verification, webhooks and reconciliation all end here, but for what `placeAsRead` has placed, in any order and
 * any number of times: the checkout's row lock serializes them, and `justCaptured` is true once. One at the same time as
 * `placeAsRead` is decided by the unique keys of payments and of the checkout's order: the second finds the first's.
 * `payment` comes from the provider's API, never from a client. Two round trips: one locks and reads all that the
 * outcome depends on, the other stores the order and commits.
 */
export function finalizePayment(db: Db, payment: ProviderPayment): Promise<FinalizeResult> {
  return db.transaction(async (tx) => {
    const { id: paymentId, orderId } = payment;
    const paid = orderId ? await lockPaid(tx, { orderId, paymentId }) : undefined;
    if (!paid) {
      await recordUnknownPayment(tx, payment);
      return { result: 'disputed' };
    }

    const { checkout, found } = paid;
    const { recorded, justCaptured } = recordPayment(found, reportOf(paid, payment));
    crashPoint('C7');
    const siblings = justCaptured && checkout.status === 'expired' ? await listSiblings(tx, checkout.id) : [];
    const outcome = justCaptured ? decidePaymentOutcome(checkout, payment, siblings) : undefined;
    if (outcome === 'place') return placeReserved(tx, paid, { payment: recorded });
    if (recorded) await tx.run(recorded);
    if (outcome) await applyPaymentOutcome(tx, outcome, paid, payment);
    return finalizeResultOf(await findFinalized(tx, found.id));
  });
}

type ProviderIds = { orderId: string; paymentId: string };

/** The checkout and payment with these ids of the provider, and the order that they would become. */
const findPaidCheckout = (db: Db, ids: ProviderIds) => db.run(findPaid(ids, PLACEMENT));
type Paid = NonNullable<Awaited<ReturnType<typeof findPaidCheckout>>>;

async function lockPaid(tx: Db, ids: ProviderIds): Promise<Paid | undefined> {
  const { paid } = await tx.together({
    cart: lockPaidCart(ids.orderId),
    // The first may have waited for a login that moved the checkout to the buyer's cart: the second locks that one.
    cartOfBuyer: lockPaidCart(ids.orderId),
    checkout: lockPaidCheckout(ids.orderId),
    paid: findPaid(ids, PLACEMENT),
  });
  return paid;
}

const reportOf = ({ checkout: { id: checkoutId, chargeRate: rate } }: Paid, payment: ProviderPayment) => ({
  checkoutId,
  rate,
  payment,
});

function placeReserved(tx: Db, paid: Paid, before: Record<string, Statement<unknown> | undefined>): FinalizeResult {
  const order = placePaidOrder(paid);
  sendWithCommit(tx, { ...before, ...order.statements, stock: sellReserved(paid.checkout.id) });
  countOrderPlaced(paid.placement.paymentMethod);
  return { result: 'placed', placed: order.placed };
}

async function applyPaymentOutcome(
  tx: Db,
  outcome: Exclude<ReturnType<typeof decidePaymentOutcome>, 'place'>,
  paid: Paid,
  payment: ProviderPayment,
) {
  switch (outcome) {
    case 'place_if_available':
      if (!(await placeExpired(tx, paid))) await refundCustomer(tx, paid, payment);
      return;
    case 'superseded':
      // With `cancelled` the response says that the payment was not needed, rather than too late.
      await tx.run(updateCancelled(paid.checkout.id));
      return refundCustomer(tx, paid, payment);
    case 'refund':
      return refundCustomer(tx, paid, payment);
    case 'refunded_elsewhere':
      // The difference is listed when the refunds are recorded.
      return;
    case 'amount_differs':
      await recordDifference(tx, outcome, payment);
  }
}

/** The statements that place the order of a paid checkout; its stock is up to the caller. */
function placePaidOrder({ checkout, placement, found }: Paid) {
  const { placed, statements } = placeOrder(placement, { status: 'paid' });
  const paid = attachOrder(found.id, placed.orderId);
  const bought = checkout.cartId ? removeBought(checkout.cartId, placement.items) : undefined;
  return { placed, statements: { completed: updateCompleted(checkout), ...statements, paid, bought } };
}

/** Code and stock were released on expiry. All of them are taken again, or the order is not placed. */
async function placeExpired(tx: Db, paid: Paid) {
  const { checkout } = paid;
  const { id: checkoutId, discountCodeId, userId } = checkout;
  if (await hasWithdrawn(tx, checkoutId)) return false;
  try {
    await tx.transaction(async (attempt) => {
      const { statements } = placePaidOrder(paid);
      await attempt.together({ ...statements, newerCancelled: cancelNewerExpired(checkout) });
      if (discountCodeId && !(await redeemDiscountCodeAgain(attempt, { discountCodeId, userId, checkoutId })))
        throw new TooLate();
      await attempt.run(takeStock(checkoutId, 'sold'));
    });
  } catch (error) {
    if (error instanceof TooLate || isStockTooLow(error)) return false;
    throw error;
  }
  countOrderPlaced(paid.placement.paymentMethod);
  return true;
}
class TooLate extends Error {}

async function refundCustomer(tx: Db, { checkout: { userId }, found }: Paid, { currency }: ProviderPayment) {
  const refund = await requestRefund(tx, found.id, 'all', checkoutMessages.refundReason);
  if (refund)
    await notifyPaymentRefunded(tx, { refundId: refund.id, userId, amountMinor: refund.amountMinor, currency });
}

/** For the page that polls for the payment, and for the one that leads to the provider's hosted page. */
export async function getCheckout({ db, provider }: CheckoutTools, actor: Actor, id: string): Promise<CheckoutState> {
  const checkout = await findOwnCheckout(db, actor.id, id);
  if (!checkout) throw checkoutNotFound();
  const { status, refunded, orderId, number, payable } = checkout;
  return {
    id,
    status,
    refunded,
    placed: orderId && number ? { orderId, number } : null,
    payable: payable && { ...payable, key: provider.keyId },
  };
}

const Payable = z.object({
  id: z.string(),
  userId: z.string(),
  cartId: z.string().nullable(),
  status: z.enum(CHECKOUT_STATUSES),
  discountCodeId: z.string().nullable(),
  chargeMinor: Minor,
  chargeCurrency: z.string(),
  chargeRate: z.number(),
  customerDeleted: z.boolean(),
});
type Payable = z.infer<typeof Payable>;

/** Locks the customer before the cart, like the start of a checkout, so that the two do not deadlock. */
const lockPaidCart = (providerOrderId: string) =>
  count('checkout.lockPaidCart')`
    with customer as (select c.cart_id from checkouts c join users u on u.id = c.user_id
                    where c.provider_order_id = ${providerOrderId} for key share of u)
    select from carts where id = (select cart_id from customer) for no key update`;

const lockPaidCheckout = (providerOrderId: string) =>
  count('checkout.lockPaid')`select from checkouts where provider_order_id = ${providerOrderId} for no key update`;

const paid = <Placement>(placement: Parser<Placement>) => ({
  checkout: json(Payable),
  /** The recorded payment, or the id of a new one. */
  found: json(z.object({ id: z.string(), status: z.enum(PAYMENT_STATES).nullable() })),
  /** The order that the checkout would become. */
  placement: json(placement),
  /** The order that the payment has become. */
  placed: orNull(json(PlacedOrder)),
});
const findPaid = <Placement>(
  { orderId, paymentId }: ProviderIds,
  placement: { columns: Fragment; schema: Parser<Placement> },
) =>
  first('checkout.findPaid', paid(placement.schema))`
    select json_build_object(
             'id', c.id, 'userId', c.user_id, 'cartId', c.cart_id, 'status', c.status,
             'discountCodeId', c.discount_code_id, 'chargeMinor', c.charge_minor, 'chargeCurrency', c.charge_currency,
             'chargeRate', c.charge_rate::float8, 'customerDeleted', u.deleted_at is not null) as checkout,
           json_build_object('id', coalesce(p.id, uuid_v7()), 'status', p.status) as found,
           (select to_json(placement) from (select ${placement.columns}) placement) as placement,
           case when o.id is not null then json_build_object('orderId', o.id, 'number', o.number) end as placed
      from checkouts c join users u on u.id = c.user_id cross join store_settings s
      left join payments p on p.checkout_id = c.id and p.provider_payment_id = ${paymentId}
      left join orders o on o.id = p.order_id
     where c.provider_order_id = ${orderId}`;

const sibling = { status: oneOf(CHECKOUT_STATUSES), isNewer: bool, sameVersion: bool };

/** How the other checkouts of its cart compare with this one; at most one row for each combination. */
const listSiblings = (tx: Db, id: string) =>
  tx.run(all('checkout.listSiblings', sibling)`
    select distinct s.status, s.id > c.id as is_newer, s.cart_version = c.cart_version as same_version
      from checkouts c join checkouts s on s.cart_id = c.cart_id and s.id <> c.id where c.id = ${id}`);

const updateCancelled = (id: string) =>
  count('checkout.cancel')`update checkouts set status = 'cancelled' where id = ${id}`;

/** Their cart was bought by an older checkout. Expired ones hold neither stock nor a code. */
const cancelNewerExpired = ({ id, cartId }: Pick<Payable, 'id' | 'cartId'>) =>
  count('checkout.cancelNewerExpired')`
    update checkouts set status = 'cancelled' where cart_id = ${cartId} and id > ${id} and status = 'expired'`;

/** Whether something in it is no longer sold: unpublished, switched off, or without this variant. */
async function hasWithdrawn(tx: Db, checkoutId: string) {
  const found = await tx.run(count('checkout.hasWithdrawn')`
    select from checkout_lines l join variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where l.checkout_id = ${checkoutId} and not (p.sellable and p.status = 'published' and v.archived_at is null)
     limit 1`);
  return found === 1;
}

/**
 * Changes nothing if the status has changed since. Violates a constraint if the checkout has followed its buyer since
 * (`updateBuyer`): the order would be another person's.
 */
const updateCompleted = ({ id, status, userId, cartId }: Pick<Payable, 'id' | 'status' | 'userId' | 'cartId'>) =>
  count('checkout.complete')`
    update checkouts
       set status = case when user_id = ${userId} and cart_id is not distinct from ${cartId} then 'completed' end,
           reconcile_at = null
     where id = ${id} and status = ${status}`;

type Charge = { orderId: string | null; amountMinor: Minor; currency: string };

/** Whether an open checkout awaits exactly this amount. */
async function isAwaited(db: Db, { orderId, amountMinor, currency }: Charge) {
  const found = await db.run(count('checkout.isAwaited')`
    select from checkouts where provider_order_id = ${orderId} and status = 'open'
       and charge_minor = ${amountMinor} and charge_currency = ${currency}`);
  return found === 1;
}

const finalized = {
  status: oneOf(PAYMENT_STATES),
  orderId: orNull(uuid),
  number: orNull(text),
  late: bool,
};

/** By our own payment id. */
const findFinalized = (db: Db, paymentId: string) =>
  db.run(one('checkout.findFinalized', finalized)`
    select p.status, o.id as order_id, o.number, c.status = 'expired' as late
      from payments p join checkouts c on c.id = p.checkout_id left join orders o on o.id = p.order_id
     where p.id = ${paymentId}`);
