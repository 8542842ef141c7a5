import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { CheckoutStart } from '@shop/contracts/checkout/schema';
import { dayIn } from '@shop/contracts/common/days';
import type { StoreTerms } from '@shop/contracts/common/money';
import { promiseOf } from '@shop/contracts/settings/delivery';
import type { PaymentRateStatus } from '@shop/contracts/settings/payment-rate';
import type { OrderTerms } from '#orders/service.ts';
import { DomainError } from '#platform/errors.ts';
import type { ClientUnits, Limits, Pause, Unpaid } from './limit-queries.ts';
import type { OpenCheckout } from './queries.ts';
import {
  addressMissing,
  assertAsShown,
  assertChargeable,
  assertDatesAsShown,
  assertDeliverable,
  assertOnlinePayments,
  cartEmpty,
  type DiscountCode,
  discountCodeUsedUp,
  findReusableOrder,
  giftOf,
  inProgress,
  isPlacedAtOnce,
  isSameCheckout,
  type Line,
  type NewCheckout,
  outOfStock,
  type ShippingAddress,
  termsOf,
} from './rules.ts';

type PricedCart = {
  id: string;
  version: number;
  shippingMethod: NewCheckout['terms']['shippingMethod'];
  discountCode: DiscountCode;
  lines: (Line & { availableQuantity: number })[];
};
type Order = {
  userId: string;
  cart: PricedCart | undefined;
  address: ShippingAddress | undefined;
  store: StoreTerms & OrderTerms & { checkoutId: string };
};

/** Prices the cart for the shipping address. */
export function priceCart(input: CheckoutStart, { userId, cart, address, store }: Order): NewCheckout {
  if (!cart || cart.lines.length === 0) throw cartEmpty();
  const short = cart.lines.find(({ availableQuantity, quantity }) => availableQuantity < quantity);
  if (short) throw outOfStock(short);
  if (!address) throw addressMissing(input.addressId !== undefined);
  const { addressId, shippingAddress } = address;
  assertDeliverable(shippingAddress);

  const lines = cart.lines.map(({ availableQuantity: _, ...line }) => line);
  const { paymentMethod, shippingMethod = cart.shippingMethod } = input;
  const gift = giftOf(input.gift, shippingAddress);
  const request = { addressId, shippingAddress, paymentMethod, shippingMethod, gift };
  const terms = termsOf(lines, cart.discountCode, request, store);
  assertAsShown(terms, input.amount);
  assertChargeable(terms);
  const now = new Date(store.now);
  const rules = { ...store.delivery, timeZone: store.timeZone };
  const promise = promiseOf({ now, method: shippingMethod, country: shippingAddress.country, rules });
  assertDatesAsShown(promise, input.arrival, dayIn(now, store.timeZone));
  return { id: store.checkoutId, userId, cartId: cart.id, cartVersion: cart.version, terms, promise, lines };
}

/** What was read under the locks of a checkout that starts. */
type Read = LimitedUse & {
  /** Other checkouts of the cart that are not paid. */
  previous: OpenCheckout[];
  store: { paymentCurrency: string; paymentRateStatus: PaymentRateStatus };
  orderPause: Pause | undefined;
};
type StartDecision =
  | { becomes: 'resumed'; previous: OpenCheckout }
  | { becomes: 'placed' }
  | { becomes: 'reserved'; reusable: OpenCheckout | undefined };

/**
 * The same terms resume the same checkout, at the rate it was started with. Otherwise a new one is placed at once, or
 * reserved until it is paid: by the provider order of a previous one (`reusable`), or by one that is yet to be opened.
 */
export function decideStart(newCheckout: NewCheckout, read: Read): StartDecision {
  const alive = read.previous.filter((it) => it.alive);
  const same = alive.find((it) => isSameCheckout(it, newCheckout));
  if (same) {
    assertResumable(same);
    return { becomes: 'resumed', previous: same };
  }
  if (isPlacedAtOnce(newCheckout.terms)) {
    assertWithinLimits(read, newCheckout);
    return { becomes: 'placed' };
  }
  assertOnlinePayments(read.store);
  assertWithinLimits(read, newCheckout);
  const reusable = findReusableOrder(alive, newCheckout);
  if (!reusable) assertMayOpenOrder(read.orderPause);
  return { becomes: 'reserved', reusable };
}

function assertResumable({ codeUsedUp, providerOrderId, requestInProgress }: OpenCheckout) {
  if (codeUsedUp) throw discountCodeUsedUp();
  if (!providerOrderId && requestInProgress) throw inProgress();
}

type LimitedUse = {
  store: { limits: Limits };
  unpaid: Unpaid;
  /** Of online payments alone, like `expiredPause`, which is the customer's. */
  clientUnits: ClientUnits[] | undefined;
  expiredPause: Pause | undefined;
};

/**
 * Rejects a checkout with which the customer, or the delivery address, would have more reserved or unpaid than the
 * store settings allow.
 */
function assertWithinLimits(use: LimitedUse, newCheckout: NewCheckout) {
  const { paymentMethod } = newCheckout.terms;
  assertUnits(use, newCheckout);
  if (!isPlacedAtOnce(newCheckout.terms)) assertClientUnits(use, newCheckout);
  if (paymentMethod === 'cod') assertUnpaidOrders(use);
  else if (!isPlacedAtOnce(newCheckout.terms)) assertOpenCheckouts(use);
}

type Code = 'unit_limit' | 'order_limit' | 'client_limit';
const CODES: string[] = ['unit_limit', 'order_limit', 'client_limit'] satisfies Code[];
const limitReached = (code: Code, message: string) => new DomainError('conflict', code, message);
export const isOverLimit = (error: unknown) => error instanceof DomainError && CODES.includes(error.code);

function assertUnits({ unpaid, store: { limits } }: LimitedUse, { lines }: NewCheckout) {
  for (const scope of ['customer', 'address'] as const) {
    const taken = new Map(unpaid.units.filter((it) => it.scope === scope).map((it) => [it.variantId, it.units]));
    for (const { variantId, quantity, name } of lines) {
      if ((taken.get(variantId) ?? 0) + quantity > limits.unitsPerVariant)
        throw limitReached('unit_limit', checkoutMessages.variantLimit[scope](limits.unitsPerVariant, name));
    }
    const counts = [...taken.values(), ...lines.map(({ quantity }) => quantity)];
    if (counts.reduce((sum, count) => sum + count, 0) > limits.units)
      throw limitReached('unit_limit', checkoutMessages.unitLimit[scope](limits.units));
  }
}

/** So that many guests of one client do not reserve the stock. Customers with a confirmed email address do not count. */
function assertClientUnits({ store: { limits }, clientUnits }: LimitedUse, { lines }: NewCheckout) {
  const more = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (clientUnits?.some(({ units, factor }) => units + more > limits.clientUnits * factor))
    throw limitReached('client_limit', checkoutMessages.clientLimit(limits.clientUnits));
}

function assertUnpaidOrders({ unpaid, store: { limits } }: LimitedUse) {
  if (unpaid.unpaidOrders >= limits.unpaidOrders)
    throw limitReached('order_limit', checkoutMessages.unpaidOrderLimit(limits.unpaidOrders));
}

function assertOpenCheckouts({ unpaid, store: { limits }, expiredPause }: LimitedUse) {
  if (unpaid.openCheckouts >= limits.openCheckouts)
    throw limitReached('order_limit', checkoutMessages.openCheckoutLimit(limits.openCheckouts));
  if (expiredPause) throw pauseError('too_many_expired', checkoutMessages.tooManyExpired, expiredPause.seconds);
}

/** Each order is asked about at the provider, whose rate limit is shared by all customers. */
function assertMayOpenOrder(pause: Pause | undefined) {
  if (pause) throw pauseError('too_many_orders', checkoutMessages.tooManyOrders, pause.seconds);
}

const pauseError = (code: string, messageOf: (minutes: number) => string, seconds: number) =>
  new DomainError('too_many', code, messageOf(Math.ceil(seconds / 60)), { retryAfterSeconds: seconds });
