import type { CheckoutStart, CheckoutStarted, KeptCheckoutStarted } from '@shop/contracts/checkout';
import { readCartForCheckout, removeBought } from '#cart/service.ts';
import type { Db } from '#db.ts';
import { placeOrder } from '#orders/service.ts';
import { refuseCardTesting } from '#payments/service.ts';
import type { Actor } from '#platform/access.ts';
import { crashPoint } from '#platform/crash-point.ts';
import { finish, type KeyedCall } from '#platform/idempotency.ts';
import { storeTerms } from '#settings/service.ts';
import { expireCheckouts } from './expire.ts';
import { assertWithinLimits, isOverLimit } from './limits.ts';
import { answerBefore, type CheckoutTools, openAtProvider, type Reserved, windowFor } from './open-at-provider.ts';
import {
  extendHold,
  findSecondsLeft,
  findShippingAddress,
  insertCheckout,
  lockOpenCheckouts,
  type NewCheckout,
  type OpenCheckout,
  updateAsking,
} from './queries.ts';
import { findShortage, lockShelves, moveStock, redeemPromo, release } from './queries-stock.ts';
import {
  addressMissing,
  assertAsShown,
  assertChargeable,
  cartEmpty,
  inProgress,
  isPlacedAtOnce,
  isSoldOut,
  promoUsedUp,
  sameTerms,
  soldOut,
  termsOf,
} from './rules.ts';

type Start = { actor: Actor; call: KeyedCall; wish: CheckoutStart };
type Opened = { answer: KeptCheckoutStarted } | { reserved: Reserved };

/** Prices the cart; cash on delivery, and a total of 0, is placed at once, anything else reserved until it is paid. */
export async function startCheckout(tools: CheckoutTools, start: Start): Promise<CheckoutStarted> {
  crashPoint('C1');
  const open = () => tools.db.transaction((tx) => openCheckout(tx, tools.provider.keyId, start));
  const opened = await open().catch(async (error: unknown) => {
    // Expired checkouts hold stock and count toward the limits until the worker releases them: release them now, try again.
    if ((isSoldOut(error) || isOverLimit(error)) && (await expireCheckouts(tools.db)) > 0) return open();
    throw error;
  });
  const answer = 'answer' in opened ? opened.answer : await openAtProvider(tools, start.call, opened.reserved);
  if ('placed' in answer) return answer;
  return { ...answer, secondsLeft: await findSecondsLeft(tools.db, answer.checkoutId) };
}

async function openCheckout(tx: Db, keyId: string, { actor, call, wish }: Start): Promise<Opened> {
  const before = await answerBefore(tx, call);
  if (before) return { answer: before };
  if (wish.paymentMethod !== 'cod') await refuseCardTesting(tx, actor.id);

  const wanted = await priceCart(tx, actor, wish);
  const former = await lockOpenCheckouts(tx, wanted.cartId);
  const same = former.find(
    (it) => it.alive && it.cartVersion === wanted.cartVersion && sameTerms(it.terms, wanted.terms),
  );
  if (same) return resume(tx, keyId, call, same);
  // Before any stock is locked: a refusal blocks nobody else.
  await assertWithinLimits(
    tx,
    wanted,
    former.map((it) => it.id),
  );
  if (former.length > 0) await giveUp(tx, former, wanted);

  const id = await insertCheckout(tx, wanted, former.find((it) => it.alive)?.id);
  if (isPlacedAtOnce(wanted.terms)) return { answer: await placeAtOnce(tx, call, id, wanted) };

  await take(tx, id, wanted, 'reserved');
  return { reserved: { id, terms: wanted.terms, askedBefore: false } };
}

/** What the cart costs now, sent to this address. The cart is locked: what is priced is what is ordered. */
async function priceCart(tx: Db, actor: Actor, wish: CheckoutStart): Promise<NewCheckout> {
  const cart = await readCartForCheckout(tx, actor.id);
  if (!cart || cart.lines.length === 0) throw cartEmpty();
  // Locks no shelf: who is refused here has kept nobody waiting.
  const short = cart.lines.find(({ left, quantity }) => left < quantity);
  if (short) throw soldOut(short);
  const address = await findShippingAddress(tx, actor.id, wish.addressId);
  if (!address) throw addressMissing(wish.addressId !== undefined);

  const lines = cart.lines.map(({ left: _, ...line }) => line);
  const { paymentMethod, shippingMethod = cart.shippingMethod } = wish;
  const terms = termsOf(lines, cart.promo, { ...address, paymentMethod, shippingMethod }, await storeTerms(tx));
  assertAsShown(terms, wish.amount);
  assertChargeable(terms);
  return { userId: actor.id, cartId: cart.id, cartVersion: cart.version, terms, lines };
}

/** The same wish as before: the same checkout, whatever the key. */
async function resume(tx: Db, keyId: string, call: KeyedCall, checkout: OpenCheckout): Promise<Opened> {
  const { id, terms, providerOrderId, beingAsked, askedBefore } = checkout;
  if (!providerOrderId && beingAsked) throw inProgress();

  await extendHold(tx, id);
  if (!providerOrderId) {
    await updateAsking(tx, id);
    return { reserved: { id, terms, askedBefore } };
  }
  const answer = windowFor(keyId, { id, terms }, providerOrderId);
  await finish(tx, call, answer);
  return { answer };
}

/** One cart, one checkout: what was begun before is given up, and its pieces are there for what comes now. */
async function giveUp(tx: Db, former: OpenCheckout[], { lines, terms }: NewCheckout) {
  const idsOf = (some: OpenCheckout[]) => some.map(({ id }) => id);
  const [alive, expired] = [former.filter((it) => it.alive), former.filter((it) => !it.alive)];
  await lockShelves(tx, idsOf(former), lines, terms.promoCodeId);
  if (alive.length > 0) await release(tx, idsOf(alive), 'cancelled');
  // As if the worker had come first: it counts among those that expired unpaid.
  if (expired.length > 0) await release(tx, idsOf(expired), 'expired');
}

async function placeAtOnce(tx: Db, call: KeyedCall, id: string, wanted: NewCheckout) {
  const order = await placeOrder(tx, id, { status: wanted.terms.paymentMethod === 'cod' ? 'pending' : 'paid' });
  await removeBought(tx, wanted.cartId, wanted.lines);
  const answer = { checkoutId: id, placed: { orderId: order.id, number: order.number } };
  await finish(tx, call, answer);
  await take(tx, id, wanted, 'sold');
  return answer;
}

/** The last thing a transaction does: the rows everybody wants are locked for no longer than it takes to commit. */
async function take(tx: Db, id: string, { userId, terms, lines }: NewCheckout, into: 'reserved' | 'sold') {
  const { promoCodeId } = terms;
  if (promoCodeId && !(await redeemPromo(tx, { promoCodeId, userId, checkoutId: id }))) throw promoUsedUp();
  if (await moveStock(tx, id, 'available', into)) return;
  // Somebody was quicker, between the look at the shelf and now.
  throw soldOut(await findShortage(tx, lines));
}
