import { isDeepStrictEqual } from 'node:util';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { type CheckoutStart, type CheckoutStarted, StoredCheckoutStarted } from '@shop/contracts/checkout/schema';
import { findCheckoutCart, findShortestLine, lockCart, removeBought } from '#cart/service.ts';
import { areRedeemed, lockDiscountCodes, redeemDiscountCode } from '#discounts/service.ts';
import { extendReservations, isStockTooLow, lockCheckoutStock, takeStock } from '#inventory/service.ts';
import { ORDER_TERMS, type OrderTerms, type Placement, placeOrder } from '#orders/service.ts';
import { assertNoCardTesting, listPaymentFailures, type PaymentSource, recordSources } from '#payments/service.ts';
import { countOrderPlaced } from '#platform/business-metrics.ts';
import { type PaymentProvider, ProviderError, ProviderUnavailable } from '#platform/clients/payment-provider.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import type { Statement } from '#platform/database/sql.ts';
import { sendWithCommit } from '#platform/database/transaction.ts';
import type { Actor } from '#platform/http/access.ts';
import { checkClaim, type KeyedCall, lockKey, storeFirstResponse, storeResponse } from '#platform/http/idempotency.ts';
import { expireCheckouts } from './expire.ts';
import {
  findExpiredPause,
  findOrderPause,
  findStore,
  findUnpaid,
  listClientUnits,
  lockClient,
  lockShippingAddress,
} from './limit-queries.ts';
import {
  clearProviderRequest,
  extendCheckout,
  findRemainingSeconds,
  HAS_EXPIRED,
  insertCheckout,
  isDecidedBefore,
  isOpenOrCompleted,
  isOpenWith,
  lockOpenCheckouts,
  lockUnopened,
  moveProviderOrder,
  type OpenCheckout,
  startProviderRequest,
  updatePromise,
  updateProviderOrder,
} from './queries.ts';
import { releaseCheckouts } from './release.ts';
import {
  assertEmailConfirmed,
  type CheckoutTerms,
  chargeRejected,
  discountCodeUsedUp,
  isOutOfStock,
  type NewCheckout,
  outOfStock,
  providerUnavailable,
  superseded,
} from './rules.ts';
import { decideStart, isOverLimit, priceCart } from './start-rules.ts';

export type CheckoutTools = { db: Db; provider: PaymentProvider };

/** `sources`: the keys by which failed payments of this client are counted. */
type Start = { actor: Actor; call: KeyedCall; input: CheckoutStart; sources: PaymentSource[] };

/** A checkout with reserved stock whose order at the provider is yet to be opened. */
type Unopened = { id: string; terms: CheckoutTerms; requestedBefore: boolean };
type Begun = { response: StoredCheckoutStarted } | { unopened: Unopened };

/** Prices the cart. Cash on delivery and a total of 0 are placed at once; anything else is reserved until paid. */
export async function startCheckout(tools: CheckoutTools, start: Start): Promise<CheckoutStarted> {
  crashPoint('C1');
  await assertInStock(tools.db, start);
  const begun = await begin(tools, start).catch(async (error: unknown) => {
    if (!isOutOfStock(error) && !isOverLimit(error)) throw error;
    // Expired checkouts hold stock and count toward the limits until they are released, by this process or another.
    await expireCheckouts(tools.db, { wait: true });
    await assertInStock(tools.db, start);
    return begin(tools, start);
  });
  return 'unopened' in begun
    ? openAtProvider(tools, start.call, begun.unopened)
    : withTimeLeft(tools.db, begun.response);
}

/**
 * Rejects most checkouts of a product that is sold out by one statement, before a transaction begins: they lock nothing.
 * What expired checkouts hold is released first, and `begin` decides.
 */
async function assertInStock(db: Db, { actor, call, input }: Start) {
  const unless = isDecidedBefore(call, input.paymentMethod);
  const line = await db.run(findShortestLine(actor.id, { unless, hasReleasable: HAS_EXPIRED }));
  if (!line?.isShort) return;
  if (!line.hasReleasable) throw outOfStock(line);
  await expireCheckouts(db, { wait: true });
}

/** At a start: each is one transaction, and fails only if other checkouts take the stock and give it back meanwhile. */
const ATTEMPTS = 3;

async function begin(tools: CheckoutTools, start: Start, attempt = 1): Promise<Begun> {
  const { db, provider } = tools;
  try {
    return await db.transaction((tx) => beginCheckout(tx, provider.keyId, start));
  } catch (error) {
    if (!isStockTooLow(error)) throw error;
    // Another checkout took the stock since.
    const line = await db.run(findShortestLine(start.actor.id));
    if (line?.isShort) throw outOfStock(line);
    // It has been returned already, or the cart was changed.
    if (attempt === ATTEMPTS) throw error;
    return begin(tools, start, attempt + 1);
  }
}

/**
 * Two round trips: one locks and reads all that the checkout depends on, the other stores all of it and commits. A discount
 * code and a previous checkout that is replaced take more.
 */
async function beginCheckout(tx: Db, keyId: string, start: Start): Promise<Begun> {
  const { actor, call, input, sources } = start;
  const { key, cart, address, store, failures, ...held } = await lockAndRead(tx, start);
  const { user, response } = checkClaim(call, key);
  const before = await findLiveResponse(tx, response);
  if (before) return { response: before };
  if (input.paymentMethod === 'cod') assertEmailConfirmed(user);
  else assertNoCardTesting(failures ?? []);

  const newCheckout = priceCart(input, { userId: actor.id, cart, address, store });
  // Before any stock is locked, so that a rejection blocks no other checkout.
  const decision = decideStart(newCheckout, { store, ...held });

  if (decision.becomes === 'resumed') return resume(tx, keyId, start, decision.previous, newCheckout);
  const { previous } = held;
  if (previous.length > 0) await releasePrevious(tx, previous, newCheckout);
  const stored = insertCheckout(newCheckout, previous.find(({ alive }) => alive)?.id);
  if (decision.becomes === 'placed')
    return { response: await placeAtOnce(tx, call, newCheckout, stored, placementOf(newCheckout, user, store)) };
  const statements = { stored, sources: recordSources(newCheckout.id, sources) };
  return reserve(tx, keyId, call, newCheckout, statements, decision.reusable);
}

/**
 * What is priced is what is ordered: the cart stays locked. Locks are taken in the order of the statements: customer and
 * key, cart, open checkouts by id, address, client; after them the discount codes and, last, the stock, each by id.
 */
function lockAndRead(tx: Db, { actor: { id: userId }, call, input, sources }: Start) {
  // Cash is not counted, and reaches no bank.
  const isOnline = input.paymentMethod !== 'cod';
  return tx.together({
    key: lockKey(call),
    lockedCart: lockCart(userId),
    previous: lockOpenCheckouts(userId),
    address: lockShippingAddress(userId, input.addressId),
    client: isOnline ? lockClient(userId, sources) : undefined,
    cart: findCheckoutCart(userId),
    store: findStore(ORDER_TERMS),
    unpaid: findUnpaid(userId),
    expiredPause: isOnline ? findExpiredPause(userId) : undefined,
    clientUnits: isOnline ? listClientUnits(userId, sources) : undefined,
    orderPause: isOnline ? findOrderPause(sources) : undefined,
    failures: isOnline ? listPaymentFailures(sources) : undefined,
  });
}

/** The same terms resume the same checkout, whatever the idempotency key. */
async function resume(
  tx: Db,
  keyId: string,
  { call, sources }: Start,
  { id, terms, promise, providerOrderId, requestedBefore }: OpenCheckout,
  newCheckout: NewCheckout,
): Promise<Begun> {
  await tx.run(recordSources(id, sources));
  if (!isDeepStrictEqual(promise, newCheckout.promise)) await tx.run(updatePromise(id, newCheckout.promise));
  if (await extendCheckout(tx, id)) await extendReservations(tx, id);
  if (!providerOrderId) {
    await tx.run(startProviderRequest(id));
    return { unopened: { id, terms, requestedBefore } };
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
  await storeAndTakeStock(
    tx,
    newCheckout,
    { stored, ...statements, bought, key: storeResponse(call, response) },
    'sold',
  );
  countOrderPlaced(paymentMethod);
  return response;
}

/** The order of a checkout that is placed at once. */
function placementOf(newCheckout: NewCheckout, customer: Placement['customer'], store: OrderTerms): Placement {
  const { id: checkoutId, userId, terms, promise, lines } = newCheckout;
  const { orderId, historyId, emailId, now, delivery, timeZone } = store;
  return {
    checkoutId,
    userId,
    orderId,
    historyId,
    emailId,
    now,
    delivery,
    timeZone,
    promise,
    customer: { name: customer.name, email: customer.email },
    items: lines.map(({ optionValues, ...line }) => ({ ...line, options: optionValues })),
    totalCents: terms.totalCents,
    paymentMethod: terms.paymentMethod,
    shippingAddress: terms.shippingAddress,
    shippingMethod: terms.shippingMethod,
  };
}

async function reserve(
  tx: Db,
  keyId: string,
  call: KeyedCall,
  newCheckout: NewCheckout,
  statements: Record<string, Statement<unknown>>,
  reusable: OpenCheckout | undefined,
): Promise<Begun> {
  const { id, terms } = newCheckout;
  if (!reusable?.providerOrderId) {
    await storeAndTakeStock(tx, newCheckout, statements, 'reserved');
    return { unopened: { id, terms, requestedBefore: false } };
  }
  const orderId = reusable.providerOrderId;
  const response = windowFor(keyId, { id, terms }, orderId);
  const moved = moveProviderOrder({ from: reusable.id, to: id, orderId });
  await storeAndTakeStock(tx, newCheckout, { ...statements, ...moved, key: storeResponse(call, response) }, 'reserved');
  return { response };
}

/**
 * The last step of the transaction, and stock the last of it, so that the most contended rows are locked only until the
 * commit.
 */
async function storeAndTakeStock(
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

/**
 * No transaction is open during the provider request. Whatever happens here, the stock stays reserved and can be paid
 * for, unless the provider rejects the charge: the next start resumes the checkout, and finds by its receipt a provider
 * order whose response was lost (`requestedBefore`).
 */
async function openAtProvider({ db, provider }: CheckoutTools, call: KeyedCall, unopened: Unopened) {
  const { id, requestedBefore, terms } = unopened;
  const { chargeMinor: amountMinor, chargeCurrency: currency } = terms;
  crashPoint('C2');
  try {
    const providerOrder = await provider.openOrder({ receipt: id, amountMinor, currency, requestedBefore });
    crashPoint('C3');
    const response =
      (await storeFirstProviderOrder(db, provider.keyId, call, unopened, providerOrder.id)) ??
      (await db.transaction((tx) => storeProviderOrder(tx, provider.keyId, call, unopened, providerOrder.id)));
    crashPoint('C4');
    return response;
  } catch (error) {
    if (error instanceof ProviderError) {
      await db.transaction((tx) => releaseUnopened(tx, id));
      throw chargeRejected(error);
    }
    await db.run(clearProviderRequest(id));
    if (error instanceof ProviderUnavailable) throw providerUnavailable(checkoutMessages.providerFailed);
    throw error;
  }
}

/** Another process that resumed the checkout may have opened it since: then it can be paid, and stays. */
async function releaseUnopened(tx: Db, id: string) {
  if (await lockUnopened(tx, id)) await releaseCheckouts(tx, [id], 'cancelled');
}

/** In one round trip. Undefined if the checkout was opened with another provider order, or has ended. */
async function storeFirstProviderOrder(
  db: Db,
  keyId: string,
  call: KeyedCall,
  unopened: Unopened,
  openedOrderId: string,
) {
  const response = windowFor(keyId, unopened, openedOrderId);
  const { results } = await db.transaction(async (tx) =>
    sendWithCommit(tx, {
      key: lockKey(call),
      opened: updateProviderOrder(unopened.id, openedOrderId),
      stored: storeFirstResponse(call, response, isOpenWith(unopened.id, openedOrderId)),
    }),
  );
  const { opened, stored } = await results;
  return opened && stored === 1 ? { ...response, secondsRemaining: opened.secondsRemaining } : undefined;
}

/** Locks the idempotency key before the checkout, like its start: a repeated call waits, without a deadlock. */
async function storeProviderOrder(tx: Db, keyId: string, call: KeyedCall, unopened: Unopened, openedOrderId: string) {
  const before = await findLiveResponse(tx, checkClaim(call, await tx.run(lockKey(call))).response);
  if (before) return withTimeLeft(tx, before);

  const opened = await tx.run(updateProviderOrder(unopened.id, openedOrderId));
  if (!opened) throw superseded();
  const response = windowFor(keyId, unopened, opened.providerOrderId);
  sendWithCommit(tx, { key: storeResponse(call, response) });
  return { ...response, secondsRemaining: opened.secondsRemaining };
}

/**
 * A stored response whose checkout has ended (expired or replaced) counts as none: paying for it would end in a refund,
 * so the call proceeds as a new one and overwrites the response.
 */
async function findLiveResponse(tx: Db, stored: unknown) {
  if (stored === undefined) return undefined;
  const response = StoredCheckoutStarted.parse(stored);
  return (await isOpenOrCompleted(tx, response.checkoutId)) ? response : undefined;
}

/** The time left changes from one response to the next, so it is not stored. */
async function withTimeLeft(db: Db, response: StoredCheckoutStarted): Promise<CheckoutStarted> {
  if ('placed' in response) return response;
  return { ...response, secondsRemaining: await findRemainingSeconds(db, response.checkoutId) };
}

/** What the provider's payment window needs. */
const windowFor = (key: string, { id, terms }: Pick<Unopened, 'id' | 'terms'>, providerOrderId: string) => ({
  checkoutId: id,
  order: { id: providerOrderId, amount: terms.chargeMinor, currency: terms.chargeCurrency },
  key,
});
