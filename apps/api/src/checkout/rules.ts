import { isDeepStrictEqual } from 'node:util';
import type { PlacedOrder } from '@shop/contracts/checkout';
import { cartMessages, checkoutMessages } from '@shop/contracts/checkout-texts';
import type { Address } from '@shop/contracts/identity';
import { charged, leastCharge, quoteOf, type StoreTerms } from '@shop/contracts/money';
import { problemMessages } from '@shop/contracts/problem';
import { DomainError } from '#platform/errors.ts';
import type { ProviderPayment } from '#platform/payment-provider.ts';

export type Line = {
  variantId: string;
  productId: string;
  name: string;
  optionValues: Record<string, string>;
  image: string | null;
  unitPriceCents: number;
  quantity: number;
};

/** Everything a checkout asks of the shopper: the same terms are the same checkout. */
export type CheckoutTerms = {
  paymentMethod: 'card' | 'upi' | 'wallet' | 'netbanking' | 'cod';
  addressId: string | null;
  shippingAddress: Omit<Address, 'id' | 'isDefault'>;
  shippingMethod: 'standard' | 'express';
  promoCodeId: string | null;
  promoCode: string | null;
  promoBp: number;
  taxBp: number;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  totalCents: number;
  chargeMinor: number;
  chargeCurrency: string;
  chargeRate: number;
};

type Wish = Pick<CheckoutTerms, 'paymentMethod' | 'shippingMethod' | 'addressId' | 'shippingAddress'>;
type Promo = { id: string; code: string; percentBp: number } | null;

export function termsOf(lines: Line[], promo: Promo, wish: Wish, store: StoreTerms): CheckoutTerms {
  const promoBp = promo?.percentBp ?? 0;
  const { itemCount: _, ...quote } = quoteOf(lines, { shippingMethod: wish.shippingMethod, promoBp }, store);
  return {
    ...wish,
    ...quote,
    promoCodeId: promo?.id ?? null,
    promoCode: promo?.code ?? null,
    promoBp,
    taxBp: store.taxBp,
    chargeCurrency: store.paymentCurrency,
    chargeRate: store.paymentRate,
  };
}

export const sameTerms = (one: CheckoutTerms, other: CheckoutTerms) => isDeepStrictEqual(one, other);

/** A sent amount is compared with ours and never used. */
export function assertAsShown({ chargeMinor }: CheckoutTerms, shownMinor: number | undefined) {
  if (shownMinor !== undefined && shownMinor !== chargeMinor)
    throw new DomainError('conflict', 'price_changed', checkoutMessages.priceChanged);
}

/** Cash is paid at the door, and of nothing there is nothing to pay: both become an order without the provider. */
export const isPlacedAtOnce = ({ paymentMethod, totalCents }: CheckoutTerms) =>
  paymentMethod === 'cod' || totalCents === 0;

/** Asked before anything is reserved. Other charges that the provider will not take (too large, say) it alone knows. */
export function assertChargeable(terms: CheckoutTerms) {
  const least = leastCharge(terms.chargeCurrency);
  if (isPlacedAtOnce(terms) || terms.chargeMinor >= least) return;
  const message = checkoutMessages.chargeTooSmall(charged(least, terms.chargeCurrency));
  throw new DomainError('conflict', 'charge_too_small', message);
}
/** The provider understood, and will not charge this: trying again later does not help. */
export const chargeRefused = (cause: Error) =>
  new DomainError('conflict', 'charge_refused', checkoutMessages.chargeRefused, { cause });

/** What is wanted of a piece, and what there is of it. */
export type Shortage = { name: string; left: number };

export const soldOut = ({ name, left }: Shortage) =>
  new DomainError(
    'conflict',
    'sold_out',
    left > 0 ? checkoutMessages.notEnough(name, left) : checkoutMessages.soldOut(name),
  );
export const isSoldOut = (error: unknown) => error instanceof DomainError && error.code === 'sold_out';

export const cartEmpty = () => new DomainError('conflict', 'cart_empty', checkoutMessages.cartEmpty);
export const promoUsedUp = () => new DomainError('conflict', 'discount_invalid', cartMessages.discountInvalid);
export const inProgress = () =>
  new DomainError('conflict', 'in_progress', checkoutMessages.inProgress, { retryAfterSeconds: 1 });
/** Something else of this cart was started while the provider was asked, or the time ran out. */
export const superseded = () => new DomainError('conflict', 'superseded', checkoutMessages.superseded);
export const providerUnavailable = (message: string) => new DomainError('unavailable', 'provider_unavailable', message);
export const checkoutNotFound = () => new DomainError('not_found', 'not_found', problemMessages.notFound);
export const signatureInvalid = () =>
  new DomainError('invalid', 'signature_invalid', checkoutMessages.verificationFailed);

/** No address at all is a missing field; one that is not theirs does not exist. */
export const addressMissing = (named: boolean) =>
  new DomainError(named ? 'not_found' : 'invalid', 'address_missing', checkoutMessages.addressMissing, {
    errors: [{ field: 'addressId', message: checkoutMessages.addressMissing }],
  });

type Paid = Pick<ProviderPayment, 'status' | 'amountMinor' | 'currency'>;
type CheckoutStatus = 'open' | 'completed' | 'expired' | 'cancelled';
type Payable = {
  status: CheckoutStatus;
  /** Null once the cart was deleted. */
  cartId: string | null;
  chargeMinor: number;
  chargeCurrency: string;
  buyerLeft: boolean;
};
/** Another checkout of the same cart, compared with the one that was paid. */
export type Sibling = { status: CheckoutStatus; isNewer: boolean; sameVersion: boolean };

/**
 * What becomes of captured money. An open checkout has its stock reserved and is placed; an expired one is placed if its
 * stock and discount code can be had again. One that was cancelled (another took its place), was paid before, or whose
 * customer has deleted the account is not placed: the money is refunded. Money of another amount than was asked for, or
 * that was refunded at the provider, is for staff to look at.
 *
 * An expired checkout is superseded, and its money refunded, once its cart was checked out again: another checkout of the
 * cart is open or completed and either newer or of the same cart version. It stays superseded when that order is
 * cancelled later. If instead every newer checkout ended unpaid, the expired one is placed, and with it the newer ones
 * that had expired are cancelled (`cancelNewerExpired`): a cart is bought once, by whichever of its checkouts is paid
 * first. All of it happens under the cart's lock, so a version of a cart becomes at most one order, and the unique index
 * `checkouts_one_per_cart_version` guarantees it without ever refusing a settlement. Without a cart nothing serializes
 * its checkouts, so an expired one whose cart is gone is refunded.
 */
export function fateOf(checkout: Payable, { status, amountMinor, currency }: Paid, siblings: Sibling[]) {
  if (amountMinor !== checkout.chargeMinor || currency !== checkout.chargeCurrency) return 'amount_differs';
  if (status === 'refunded') return 'refunded_elsewhere';
  if (checkout.buyerLeft) return 'refund';
  if (checkout.status === 'open') return 'place';
  if (checkout.status !== 'expired') return 'refund';
  return checkout.cartId === null || siblings.some(supersedes) ? 'superseded' : 'place_if_left';
}

const supersedes = ({ status, isNewer, sameVersion }: Sibling) =>
  (status === 'open' || status === 'completed') && (isNewer || sameVersion);

/** What became of a payment. Money that came too late, or was not needed, is on its way back. */
export type Settled =
  | { outcome: 'placed'; placed: PlacedOrder }
  | { outcome: 'too_late' | 'not_needed' | 'disputed' | 'failed' | 'under_way' };

export type SettledRow = {
  status: ProviderPayment['status'];
  orderId: string | null;
  number: string | null;
  late: boolean;
};

export function settledAs({ status, orderId, number, late }: SettledRow): Settled {
  if (orderId && number) return { outcome: 'placed', placed: { orderId, number } };
  if (status === 'refunded') return { outcome: late ? 'too_late' : 'not_needed' };
  if (status === 'captured') return { outcome: 'disputed' };
  return { outcome: status === 'failed' ? 'failed' : 'under_way' };
}

/** For the page that brought the proof. */
export function answerFor(settled: Settled): PlacedOrder {
  if (settled.outcome === 'placed') return settled.placed;
  throw new DomainError('conflict', `payment_${settled.outcome}`, REFUSALS[settled.outcome]);
}

const REFUSALS = {
  too_late: checkoutMessages.refunded,
  not_needed: checkoutMessages.notNeeded,
  disputed: checkoutMessages.verificationFailed,
  failed: checkoutMessages.paymentFailed,
  under_way: checkoutMessages.confirming,
};
