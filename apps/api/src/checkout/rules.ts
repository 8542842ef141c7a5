import { isDeepStrictEqual } from 'node:util';
import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import { PAYMENT_METHODS } from '@shop/contracts/checkout/constants';
import { checkoutMessages } from '@shop/contracts/checkout/messages';
import type { PlacedOrder } from '@shop/contracts/checkout/schema';
import { problemMessages } from '@shop/contracts/common/messages';
import { basisPoints, formatCharge, minimumCharge, quoteOf, type StoreTerms } from '@shop/contracts/common/money';
import { BasisPoints, Cents, Minor } from '@shop/contracts/common/schema';
import { isPostalCode, postalCodeError } from '@shop/contracts/identity/postal-codes';
import { Address } from '@shop/contracts/identity/schema';
import { Gift } from '@shop/contracts/orders/gift-schema';
import { type DeliveryEstimate, formatDays, type OrderEstimate } from '@shop/contracts/settings/delivery';
import { type PaymentRateStatus, takesOnlinePayments } from '@shop/contracts/settings/payment-rate';
import { z } from 'zod';
import type { ProviderPayment } from '#platform/clients/payment-provider.ts';
import { DomainError } from '#platform/errors.ts';

export type Line = {
  variantId: string;
  productId: string;
  name: string;
  optionValues: Record<string, string>;
  image: string | null;
  unitPriceCents: Cents;
  quantity: number;
};

export type OrderedLine = Pick<Line, 'variantId' | 'quantity' | 'unitPriceCents'>;

export type NewCheckout = {
  id: string;
  userId: string;
  cartId: string;
  cartVersion: number;
  terms: CheckoutTerms;
  /** When it arrives, if it is placed by the time it expires. */
  promise: OrderEstimate;
  lines: Line[];
};

export type ShippingAddress = { addressId: string; shippingAddress: CheckoutTerms['shippingAddress'] };

/**
 * What a client is counted by: how many orders at the provider it may leave unpaid in an hour, and how many times the
 * limit of units it may hold; these are not counted without a factor.
 */
export type ClientSource = { source: Buffer; mostOrders: number; unitsFactor?: number };

export const CHECKOUT_STATUSES = ['open', 'completed', 'expired', 'cancelled'] as const;

/** What the customer agrees to: a checkout with the same terms is the same checkout. */
export const Terms = z.object({
  paymentMethod: z.enum(PAYMENT_METHODS),
  addressId: z.string().nullable(),
  shippingAddress: Address.omit({ id: true, recipient: true, isDefault: true }),
  shippingMethod: z.enum(SHIPPING_METHODS),
  gift: Gift.nullable(),
  discountCodeId: z.string().nullable(),
  discountCode: z.string().nullable(),
  discountBp: BasisPoints,
  taxBp: BasisPoints,
  subtotalCents: Cents,
  taxCents: Cents,
  shippingCents: Cents,
  discountCents: Cents,
  totalCents: Cents,
  chargeMinor: Minor,
  chargeCurrency: z.string(),
  chargeRate: z.number(),
});
export type CheckoutTerms = z.infer<typeof Terms>;

/** Days, as `2026-03-01`. */
export const Promised = z.object({ earliest: z.string(), latest: z.string(), dispatchBy: z.string() });

type CheckoutRequest = Pick<
  CheckoutTerms,
  'paymentMethod' | 'shippingMethod' | 'addressId' | 'shippingAddress' | 'gift'
>;
export type DiscountCode = { id: string; code: string; percentBp: BasisPoints } | null;

export function termsOf(
  lines: Line[],
  discountCode: DiscountCode,
  request: CheckoutRequest,
  store: StoreTerms,
): CheckoutTerms {
  const discountBp = discountCode?.percentBp ?? basisPoints(0);
  const { itemCount: _, ...quote } = quoteOf(lines, { shippingMethod: request.shippingMethod, discountBp }, store);
  return {
    ...request,
    ...quote,
    discountCodeId: discountCode?.id ?? null,
    discountCode: discountCode?.code ?? null,
    discountBp,
    taxBp: store.taxBp,
    chargeCurrency: store.paymentCurrency,
    chargeRate: store.paymentRate,
  };
}

/** A gift without the name of its recipient is for the one of the address. */
export const giftOf = (request: Gift | undefined, { name }: CheckoutTerms['shippingAddress']): Gift | null =>
  request ? { recipient: request.recipient || name, message: request.message } : null;

type Agreed = { cartVersion: number; terms: CheckoutTerms; lines: OrderedLine[] };

/** Totals are not enough: prices that changed in opposite directions have the same one. */
export const isSameCheckout = (one: Agreed, other: Agreed) =>
  one.cartVersion === other.cartVersion &&
  isDeepStrictEqual(one.terms, other.terms) &&
  isDeepStrictEqual(pricesOf(one.lines), pricesOf(other.lines));

/**
 * The order that was opened at the provider for one of these pays the new checkout too: the same charge for the same lines, of
 * which no payment was reported yet. Address, gift or payment method have changed.
 */
export const findReusableOrder = <One extends Agreed & { providerOrderId: string | null; hasPayments: boolean }>(
  previous: One[],
  { terms, lines }: Agreed,
) =>
  previous.find(
    (it) =>
      it.providerOrderId !== null &&
      !it.hasPayments &&
      it.terms.chargeMinor === terms.chargeMinor &&
      it.terms.chargeCurrency === terms.chargeCurrency &&
      isDeepStrictEqual(pricesOf(it.lines), pricesOf(lines)),
  );

/** A cart has one line for each variant. */
const pricesOf = (lines: OrderedLine[]) =>
  new Map(lines.map(({ variantId, quantity, unitPriceCents }) => [variantId, { quantity, unitPriceCents }]));

/** The client's amount is only compared with ours, never charged. */
export function assertAsShown({ chargeMinor }: CheckoutTerms, shownMinor: Minor | undefined) {
  if (shownMinor !== undefined && shownMinor !== chargeMinor)
    throw new DomainError('conflict', 'price_changed', checkoutMessages.priceChanged);
}

/** Past the cut-off, or for an address in another country, the displayed dates are no longer those of the order. */
export function assertDatesAsShown(
  { earliest, latest }: DeliveryEstimate,
  shown: DeliveryEstimate | undefined,
  today: string,
) {
  if (!shown || (shown.earliest === earliest && shown.latest === latest)) return;
  const message = checkoutMessages.datesChanged(formatDays({ earliest, latest }, today));
  throw new DomainError('conflict', 'dates_changed', message);
}

/** Unpaid orders are accepted only from customers with a confirmed email address. */
export function assertEmailConfirmed({ emailVerified }: { emailVerified: boolean }) {
  if (!emailVerified) throw new DomainError('conflict', 'email_unconfirmed', checkoutMessages.emailUnconfirmed);
}

/** Cash is paid on delivery, and a total of 0 needs no payment: both become an order without the provider. */
export const isPlacedAtOnce = ({ paymentMethod, totalCents }: CheckoutTerms) =>
  paymentMethod === 'cod' || totalCents === 0;

/** Until an owner has decided on the exchange rate. */
export function assertOnlinePayments(store: { paymentCurrency: string; paymentRateStatus: PaymentRateStatus }) {
  if (!takesOnlinePayments(store))
    throw new DomainError('conflict', 'online_payment_off', checkoutMessages.onlinePaymentOff);
}

/** Checked before anything is reserved. The provider's other limits (a maximum, for example) are not known here. */
export function assertChargeable(terms: CheckoutTerms) {
  const least = minimumCharge(terms.chargeCurrency);
  if (isPlacedAtOnce(terms) || terms.chargeMinor >= least) return;
  const message = checkoutMessages.chargeTooSmall(formatCharge(least, terms.chargeCurrency));
  throw new DomainError('conflict', 'charge_too_small', message);
}
/** The provider rejected the charge: a retry does not help. */
export const chargeRejected = (cause: Error) =>
  new DomainError('conflict', 'charge_refused', checkoutMessages.chargeRejected, { cause });

/** A variant with less stock than requested. */
export type Shortage = { name: string; availableQuantity: number };

export const outOfStock = ({ name, availableQuantity }: Shortage) =>
  new DomainError(
    'conflict',
    'out_of_stock',
    availableQuantity > 0 ? checkoutMessages.notEnough(name, availableQuantity) : checkoutMessages.outOfStock(name),
  );
export const isOutOfStock = (error: unknown) => error instanceof DomainError && error.code === 'out_of_stock';

export const cartEmpty = () => new DomainError('conflict', 'cart_empty', checkoutMessages.cartEmpty);
export const discountCodeUsedUp = () => new DomainError('conflict', 'discount_invalid', cartMessages.discountInvalid);
export const inProgress = () =>
  new DomainError('conflict', 'in_progress', checkoutMessages.inProgress, { retryAfterSeconds: 1 });
/** Another checkout of this cart was started during the provider request, or this one expired. */
export const superseded = () => new DomainError('conflict', 'superseded', checkoutMessages.superseded);
export const providerUnavailable = (message: string) => new DomainError('unavailable', 'provider_unavailable', message);
export const checkoutNotFound = () => new DomainError('not_found', 'not_found', problemMessages.notFound);
export const signatureInvalid = () =>
  new DomainError('invalid', 'signature_invalid', checkoutMessages.verificationFailed);

/** No address at all is a missing field; another customer's address is not found. */
export const addressMissing = (isAddressChosen: boolean) =>
  new DomainError(isAddressChosen ? 'not_found' : 'invalid', 'address_missing', checkoutMessages.addressMissing, {
    errors: [{ field: 'addressId', message: checkoutMessages.addressMissing }],
  });

/** Addresses saved before postal codes were checked are corrected before anything is shipped to them. */
export function assertDeliverable({ country, postalCode }: CheckoutTerms['shippingAddress']) {
  if (isPostalCode(country, postalCode)) return;
  const message = checkoutMessages.addressInvalid(postalCodeError(country));
  throw new DomainError('invalid', 'address_invalid', message, { errors: [{ field: 'addressId', message }] });
}

type Paid = Pick<ProviderPayment, 'status' | 'amountMinor' | 'currency'>;
type CheckoutStatus = 'open' | 'completed' | 'expired' | 'cancelled';
type Payable = {
  status: CheckoutStatus;
  /** Null once the cart was deleted. */
  cartId: string | null;
  chargeMinor: Minor;
  chargeCurrency: string;
  customerDeleted: boolean;
};
/** Another checkout of the same cart, compared with the one that was paid. */
export type Sibling = { status: CheckoutStatus; isNewer: boolean; sameVersion: boolean };

/**
 * Decides about a captured payment. An open checkout has its stock reserved and is placed; an expired one is placed if
 * its stock and discount code are still available. One that was cancelled (replaced by another), was paid before, or
 * whose customer has deleted the account is not placed: the payment is refunded. A payment of another amount than the
 * charge, or one that was refunded at the provider, is left to staff.
 *
 * An expired checkout is superseded, and its payment refunded, once its cart was checked out again: another checkout of
 * the cart is open or completed and either newer or of the same cart version. It stays superseded when that order is
 * cancelled later. If instead every newer checkout ended unpaid, the expired one is placed, and with it the newer ones
 * that had expired are cancelled (`cancelNewerExpired`): a cart is bought once, by whichever of its checkouts is paid
 * first. All of it happens under the cart's lock, so a version of a cart becomes at most one order, and the unique index
 * `checkouts_one_per_cart_version` guarantees it without ever rejecting a payment. Without a cart nothing serializes
 * its checkouts, so an expired one whose cart was deleted is refunded.
 */
export function decidePaymentOutcome(checkout: Payable, { status, amountMinor, currency }: Paid, siblings: Sibling[]) {
  if (amountMinor !== checkout.chargeMinor || currency !== checkout.chargeCurrency) return 'amount_differs';
  if (status === 'refunded') return 'refunded_elsewhere';
  if (checkout.customerDeleted) return 'refund';
  if (checkout.status === 'open') return 'place';
  if (checkout.status !== 'expired') return 'refund';
  return checkout.cartId === null || siblings.some(supersedes) ? 'superseded' : 'place_if_available';
}

const supersedes = ({ status, isNewer, sameVersion }: Sibling) =>
  (status === 'open' || status === 'completed') && (isNewer || sameVersion);

/** A payment that was `too_late` or `not_needed` is refunded. */
export type FinalizeResult =
  | { result: 'placed'; placed: PlacedOrder }
  | { result: 'too_late' | 'not_needed' | 'disputed' | 'failed' | 'under_way' };

export type FinalizedRow = {
  status: ProviderPayment['status'];
  orderId: string | null;
  number: string | null;
  late: boolean;
};

export function finalizeResultOf({ status, orderId, number, late }: FinalizedRow): FinalizeResult {
  if (orderId && number) return { result: 'placed', placed: { orderId, number } };
  if (status === 'refunded') return { result: late ? 'too_late' : 'not_needed' };
  if (status === 'captured') return { result: 'disputed' };
  return { result: status === 'failed' ? 'failed' : 'under_way' };
}

/** The response to a payment verification; throws unless the order was placed. */
export function placedOrderOf(finalized: FinalizeResult): PlacedOrder {
  if (finalized.result === 'placed') return finalized.placed;
  throw new DomainError('conflict', `payment_${finalized.result}`, ERROR_MESSAGES[finalized.result]);
}

const ERROR_MESSAGES = {
  too_late: checkoutMessages.refunded,
  not_needed: checkoutMessages.notNeeded,
  disputed: checkoutMessages.verificationFailed,
  failed: checkoutMessages.paymentFailed,
  under_way: checkoutMessages.confirming,
};
