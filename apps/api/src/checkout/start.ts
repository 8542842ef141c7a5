import { isDeepStrictEqual } from 'node:util';
import type { CheckoutStart, CheckoutStarted, StoredCheckoutStarted } from '@shop/contracts/checkout/schema';
import type { DeliveryPromise } from '@shop/contracts/settings/delivery';
import { findCheckoutCart, findShortestLine, lockCart, removeBought } from '#cart/service.ts';
import { areRedeemed, lockDiscountCodes, redeemDiscountCode } from '#discounts/service.ts';
import { extendReservations, isStockTooLow, lockCheckoutStock, takeStock } from '#inventory/service.ts';
import { ORDER_TERMS, type OrderTerms, type Placement, placeOrder } from '#orders/service.ts';
import { assertNoCardTesting, listPaymentFailures, noteSources, type PaymentSource } from '#payments/service.ts';
import { countOrderPlaced } from '#platform/business-metrics.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import type { Statement } from '#platform/database/sql.ts';
import { sendWithCommit } from '#platform/database/transaction.ts';
import type { Actor } from '#platform/http/access.ts';
import { claimOf, type KeyedCall, lockKey, storeResponse } from '#platform/http/idempotency.ts';
import { expireCheckouts } from './expire.ts';
import { findOrderPause, findStore, listClientUnits, lockClient, lockShippingAddress } from './limit-queries.ts';
import { assertMayOpenOrder, assertWithinLimits, isOverLimit } from './limits.ts';
import {
  type CheckoutTools,
  findLiveResponse,
  openAtProvider,
  type ReservedCheckout,
  windowFor,
  withTimeLeft,
} from './open-at-provider.ts';
import { priceCart } from './price-rules.ts';
import {
  extendCheckout,
  HAS_EXPIRED,
  insertCheckout,
  isDecidedBefore,
  lockOpenCheckouts,
  moveProviderOrder,
  type OpenCheckout,
  startProviderRequest,
  updatePromise,
} from './queries.ts';
import { releaseCheckouts } from './release.ts';
import {
  assertEmailConfirmed,
  assertOnlinePayments,
  discountCodeUsedUp,
  findReusableOrder,
  inProgress,
  isOutOfStock,
  isPlacedAtOnce,
  isSameCheckout,
  type NewCheckout,
  outOfStock,
} from './rules.ts';

/** `sources`: the keys by which failed payments of this client are counted. */
type Start = { actor: Actor; call: KeyedCall; input: CheckoutStart; sources: PaymentSource[] };
type Opened = { response: StoredCheckoutStarted } | { reserved: ReservedCheckout };

/** Prices the cart. Cash on delivery and a total of 0 are placed at once; anything else is reserved until paid. */
export async function startCheckout(tools: CheckoutTools, start: Start): Promise<CheckoutStarted> {
  crashPoint('C1');
  await assertInStock(tools.db, start);
  const opened = await open(tools, start).catch(async (error: unknown) => {
    // Expired checkouts hold stock and count toward the limits until the worker releases them: release them and retry.
    if ((isOutOfStock(error) || isOverLimit(error)) && (await expireCheckouts(tools.db)) > 0) return open(tools, start);
    throw error;
  });
  return 'response' in opened
    ? withTimeLeft(tools.db, opened.response)
    : openAtProvider(tools, start.call, opened.reserved);
}

/** Rejects most checkouts of a product that is sold out by one statement, before a transaction begins: they lock nothing. */
async function assertInStock(db: Db, { actor, call, input }: Start) {
  const unless = isDecidedBefore(call, input.paymentMethod);
  const line = await db.run(findShortestLine(actor.id, { unless, hasReleasable: HAS_EXPIRED }));
  if (line?.isShort && !(line.hasReleasable && (await expireCheckouts(db)) > 0)) throw outOfStock(line);
}

async function open({ db, provider }: CheckoutTools, start: Start) {
  try {
    return await db.transaction((tx) => openCheckout(tx, provider.keyId, start));
  } catch (error) {
    // Another checkout took the stock since.
    const shortLine = isStockTooLow(error) && (await db.run(findShortestLine(start.actor.id)));
    throw shortLine ? outOfStock(shortLine) : error;
  }
}

/** Two round trips: one locks and reads all that the checkout depends on, the other stores all of it and commits. */
async function openCheckout(tx: Db, keyId: string, start: Start): Promise<Opened> {
  const { actor, call, input, sources } = start;
  const { user, response, failures, previous, store, clientUnits, orderPause, ...read } = await lockAndRead(tx, start);
  const before = await findLiveResponse(tx, response);
  if (before) return { response: before };
  if (input.paymentMethod === 'cod') assertEmailConfirmed(user);
  else assertNoCardTesting(failures);

  const newCheckout = priceCart(input, { userId: actor.id, store, ...read });
  const same = previous.find((it) => it.alive && isSameCheckout(it, newCheckout));
  if (same) {
    await tx.run(noteSources(same.id, sources));
    return resume(tx, keyId, call, same, newCheckout.promise);
  }
  // One that is open already continues, at the rate it was started with.
  if (!isPlacedAtOnce(newCheckout.terms)) assertOnlinePayments(store);
  // Before any stock is locked, so that a rejection blocks no other checkout.
  assertWithinLimits(store, clientUnits, newCheckout);
  const alive = previous.filter((it) => it.alive);
  const reusable = isPlacedAtOnce(newCheckout.terms) ? undefined : findReusableOrder(alive, newCheckout);
  if (!isPlacedAtOnce(newCheckout.terms) && !reusable) assertMayOpenOrder(orderPause);
  if (previous.length > 0) await releasePrevious(tx, previous, newCheckout);

  const stored = insertCheckout(newCheckout, alive[0]?.id);
  const { id, terms } = newCheckout;
  if (isPlacedAtOnce(terms))
    return { response: await placeAtOnce(tx, call, newCheckout, stored, placementOf(newCheckout, user, store)) };

  const statements = { stored, sources: noteSources(id, sources) };
  if (reusable?.providerOrderId) {
    const orderId = reusable.providerOrderId;
    const response = windowFor(keyId, { id, terms }, orderId);
    const moved = moveProviderOrder({ from: reusable.id, to: id, orderId });
    await storeAndClaim(tx, newCheckout, { ...statements, ...moved, key: storeResponse(call, response) }, 'reserved');
    return { response };
  }
  await storeAndClaim(tx, newCheckout, statements, 'reserved');
  return { reserved: { id, terms, requestedBefore: false } };
}

/** What is priced is what is ordered: the cart stays locked. Its lock order is that of the statements. */
async function lockAndRead(tx: Db, { actor: { id: userId }, call, input, sources }: Start) {
  // Cash is not counted, and reaches no bank.
  const online = input.paymentMethod === 'cod' ? [] : sources;
  const { key, ...read } = await tx.together({
    key: lockKey(call),
    lockedCart: lockCart(userId),
    previous: lockOpenCheckouts(userId),
    address: lockShippingAddress(userId, input.addressId),
    client: lockClient(userId, online),
    cart: findCheckoutCart(userId),
    store: findStore(userId, ORDER_TERMS),
    clientUnits: listClientUnits(userId, online),
    orderPause: findOrderPause(online),
    failures: listPaymentFailures(online),
  });
  return { ...claimOf(call, key), ...read };
}

async function placeAtOnce(
  tx: Db,
  call: KeyedCall,
  newCheckout: NewCheckout,
  stored: Statement<number>,
  placement: Placement,
) {
  const { paymentMethod } = placement;
  const { placed, statements } = placeOrder(placement, { status: paymentMethod === 'cod' ? 'pending' : 'paid' });
  const response = { checkoutId: newCheckout.id, placed };
  const bought = removeBought(newCheckout.cartId, newCheckout.lines);
  await storeAndClaim(tx, newCheckout, { stored, ...statements, bought, key: storeResponse(call, response) }, 'sold');
  countOrderPlaced(paymentMethod);
  return response;
}

/** The order of a checkout that is placed at once. */
function placementOf(newCheckout: NewCheckout, { name, email }: Placement['customer'], store: OrderTerms): Placement {
  const { id: checkoutId, userId, terms, promise, lines } = newCheckout;
  const { orderId, historyId, emailId, now, delivery, timeZone } = store;
  return {
    ...{ checkoutId, userId, orderId, historyId, emailId, now, delivery, timeZone, promise },
    customer: { name, email },
    items: lines.map(({ optionValues, ...line }) => ({ ...line, options: optionValues })),
    totalCents: terms.totalCents,
    paymentMethod: terms.paymentMethod,
    shippingAddress: terms.shippingAddress,
    shippingMethod: terms.shippingMethod,
  };
}

/** The same terms resume the same checkout, whatever the idempotency key. */
async function resume(
  tx: Db,
  keyId: string,
  call: KeyedCall,
  checkout: OpenCheckout,
  promise: DeliveryPromise,
): Promise<Opened> {
  const { id, terms, providerOrderId, requestInProgress, requestedBefore, codeUsedUp } = checkout;
  if (codeUsedUp) throw discountCodeUsedUp();
  if (!providerOrderId && requestInProgress) throw inProgress();

  if (!isDeepStrictEqual(checkout.promise, promise)) await tx.run(updatePromise(id, promise));
  if (await extendCheckout(tx, id)) await extendReservations(tx, id);
  if (!providerOrderId) {
    await tx.run(startProviderRequest(id));
    return { reserved: { id, terms, requestedBefore } };
  }
  const response = windowFor(keyId, { id, terms }, providerOrderId);
  await tx.run(storeResponse(call, response));
  return { response };
}

/** A cart has one open checkout: previous ones are released, and their stock is available to the new one. */
async function releasePrevious(tx: Db, previous: OpenCheckout[], { lines, terms }: NewCheckout) {
  const idsOf = (some: OpenCheckout[]) => some.map(({ id }) => id);
  const [alive, expired] = [previous.filter((it) => it.alive), previous.filter((it) => !it.alive)];
  await lockDiscountCodes(tx, idsOf(previous), terms.discountCodeId);
  await lockCheckoutStock(tx, idsOf(previous), lines);
  if (alive.length > 0) await releaseCheckouts(tx, idsOf(alive), 'cancelled');
  // As the worker would have done: they count among those that expired unpaid.
  if (expired.length > 0) await releaseCheckouts(tx, idsOf(expired), 'expired');
}

/**
 * The last step of the transaction, and stock the last of it, so that the most contended rows are locked only until the
 * commit.
 */
async function storeAndClaim(
  tx: Db,
  { id, userId, terms: { discountCodeId } }: NewCheckout,
  statements: Record<string, Statement<unknown>>,
  into: 'reserved' | 'sold',
) {
  const stock = takeStock(id, into);
  if (!discountCodeId) return sendWithCommit(tx, { ...statements, stock });
  const redeemed = redeemDiscountCode({ discountCodeId, userId, checkoutId: id });
  if (!areRedeemed(await tx.together({ ...statements, ...redeemed }))) throw discountCodeUsedUp();
  sendWithCommit(tx, { stock });
}
