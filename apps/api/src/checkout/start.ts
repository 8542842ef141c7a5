import type { CheckoutStart, CheckoutStarted, StoredCheckoutStarted } from '@shop/contracts/checkout/schema';
import { readCartForCheckout, removeBought } from '#cart/service.ts';
import { lockDiscountCodes, redeemDiscountCode } from '#discounts/service.ts';
import { extendReservations, lockCheckoutStock, takeStock } from '#inventory/service.ts';
import { placeOrder } from '#orders/service.ts';
import { assertNoCardTesting, noteSources, type PaymentSource } from '#payments/service.ts';
import { countOrderPlaced } from '#platform/business-metrics.ts';
import { crashPoint } from '#platform/crash-point.ts';
import type { Db } from '#platform/database/db.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockActiveUser } from '#platform/http/active-user.ts';
import { type KeyedCall, storeResponse } from '#platform/http/idempotency.ts';
import { storeTerms } from '#settings/service.ts';
import { expireCheckouts } from './expire.ts';
import { assertWithinLimits, isOverLimit } from './limits.ts';
import {
  type CheckoutTools,
  findStoredResponse,
  openAtProvider,
  type ReservedCheckout,
  windowFor,
} from './open-at-provider.ts';
import {
  extendCheckout,
  findRemainingSeconds,
  findShippingAddress,
  insertCheckout,
  lockOpenCheckouts,
  type NewCheckout,
  type OpenCheckout,
  startProviderRequest,
} from './queries.ts';
import { releaseCheckouts } from './release.ts';
import {
  addressMissing,
  assertAsShown,
  assertChargeable,
  assertDeliverable,
  assertEmailConfirmed,
  cartEmpty,
  discountCodeUsedUp,
  giftOf,
  inProgress,
  isOutOfStock,
  isPlacedAtOnce,
  outOfStock,
  sameTerms,
  termsOf,
} from './rules.ts';

/** `sources`: the keys by which failed payments of this client are counted. */
type Start = { actor: Actor; call: KeyedCall; input: CheckoutStart; sources: PaymentSource[] };
type Opened = { response: StoredCheckoutStarted } | { reserved: ReservedCheckout };

/** Prices the cart. Cash on delivery and a total of 0 are placed at once; anything else is reserved until paid. */
export async function startCheckout(tools: CheckoutTools, start: Start): Promise<CheckoutStarted> {
  crashPoint('C1');
  const open = () => tools.db.transaction((tx) => openCheckout(tx, tools.provider.keyId, start));
  const opened = await open().catch(async (error: unknown) => {
    // Expired checkouts hold stock and count toward the limits until the worker releases them: release them and retry.
    if ((isOutOfStock(error) || isOverLimit(error)) && (await expireCheckouts(tools.db)) > 0) return open();
    throw error;
  });
  const response = 'response' in opened ? opened.response : await openAtProvider(tools, start.call, opened.reserved);
  if ('placed' in response) return response;
  return { ...response, secondsRemaining: await findRemainingSeconds(tools.db, response.checkoutId) };
}

async function openCheckout(tx: Db, keyId: string, { actor, call, input, sources }: Start): Promise<Opened> {
  const before = await findStoredResponse(tx, call);
  if (before) return { response: before };
  if (input.paymentMethod === 'cod') assertEmailConfirmed(await lockActiveUser(tx, actor.id));
  else await assertNoCardTesting(tx, sources);

  const newCheckout = await priceCart(tx, actor, input);
  const previous = await lockOpenCheckouts(tx, newCheckout.cartId);
  const same = previous.find(
    (it) => it.alive && it.cartVersion === newCheckout.cartVersion && sameTerms(it.terms, newCheckout.terms),
  );
  if (same) {
    await noteSources(tx, same.id, sources);
    return resume(tx, keyId, call, same);
  }
  // Before any stock is locked, so that a rejection blocks no other checkout.
  await assertWithinLimits(
    tx,
    newCheckout,
    previous.map((it) => it.id),
  );
  if (previous.length > 0) await releasePrevious(tx, previous, newCheckout);

  const id = await insertCheckout(tx, newCheckout, previous.find((it) => it.alive)?.id);
  if (isPlacedAtOnce(newCheckout.terms)) return { response: await placeAtOnce(tx, call, id, newCheckout) };

  await noteSources(tx, id, sources);
  await claimStockAndDiscountCode(tx, id, newCheckout, 'reserved');
  return { reserved: { id, terms: newCheckout.terms, requestedBefore: false } };
}

/** Prices the cart for the shipping address. The cart stays locked, so what is priced is what is ordered. */
async function priceCart(tx: Db, actor: Actor, input: CheckoutStart): Promise<NewCheckout> {
  const cart = await readCartForCheckout(tx, actor.id);
  if (!cart || cart.lines.length === 0) throw cartEmpty();
  // Reads stock without locking it, so that a rejection blocks no other checkout.
  const short = cart.lines.find(({ availableQuantity, quantity }) => availableQuantity < quantity);
  if (short) throw outOfStock(short);
  const address = await findShippingAddress(tx, actor.id, input.addressId);
  if (!address) throw addressMissing(input.addressId !== undefined);
  assertDeliverable(address.shippingAddress);

  const lines = cart.lines.map(({ availableQuantity: _, ...line }) => line);
  const { paymentMethod, shippingMethod = cart.shippingMethod } = input;
  const gift = giftOf(input.gift, address.shippingAddress);
  const request = { ...address, paymentMethod, shippingMethod, gift };
  const terms = termsOf(lines, cart.discountCode, request, await storeTerms(tx));
  assertAsShown(terms, input.amount);
  assertChargeable(terms);
  return { userId: actor.id, cartId: cart.id, cartVersion: cart.version, terms, lines };
}

/** The same terms resume the same checkout, whatever the idempotency key. */
async function resume(tx: Db, keyId: string, call: KeyedCall, checkout: OpenCheckout): Promise<Opened> {
  const { id, terms, providerOrderId, requestInProgress, requestedBefore } = checkout;
  if (!providerOrderId && requestInProgress) throw inProgress();

  if (await extendCheckout(tx, id)) await extendReservations(tx, id);
  if (!providerOrderId) {
    await startProviderRequest(tx, id);
    return { reserved: { id, terms, requestedBefore } };
  }
  const response = windowFor(keyId, { id, terms }, providerOrderId);
  await storeResponse(tx, call, response);
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

async function placeAtOnce(tx: Db, call: KeyedCall, id: string, newCheckout: NewCheckout) {
  const order = await placeOrder(tx, id, { status: newCheckout.terms.paymentMethod === 'cod' ? 'pending' : 'paid' });
  await removeBought(tx, newCheckout.cartId, newCheckout.lines);
  const response = { checkoutId: id, placed: { orderId: order.id, number: order.number } };
  await storeResponse(tx, call, response);
  await claimStockAndDiscountCode(tx, id, newCheckout, 'sold');
  countOrderPlaced(order.paymentMethod);
  return response;
}

/** The last step of the transaction, so that the most contended rows are locked only until the commit. */
async function claimStockAndDiscountCode(
  tx: Db,
  id: string,
  { userId, terms, lines }: NewCheckout,
  into: 'reserved' | 'sold',
) {
  const { discountCodeId } = terms;
  if (discountCodeId && !(await redeemDiscountCode(tx, { discountCodeId, userId, checkoutId: id })))
    throw discountCodeUsedUp();
  const shortage = await takeStock(tx, id, lines, into);
  // Another checkout took the stock after `priceCart` had read it.
  if (shortage) throw outOfStock(shortage);
}
