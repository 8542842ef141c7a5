import { createHash } from 'node:crypto';
import { CART_COOKIE, CART_LINES_MAX, COUNTRY_COOKIE, LINE_QUANTITY_MAX } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart, CartItem } from '@shop/contracts/cart/schema';
import { PLACEHOLDER_IMAGE } from '@shop/contracts/common/media';
import {
  basisPoints,
  type Cents,
  quoteOf,
  shippingFor,
  times,
  toAmount,
  toPercent,
} from '@shop/contracts/common/money';
import { DAY_MS, SECOND_MS } from '@shop/contracts/common/time';
import { COUNTRIES } from '@shop/contracts/identity/constants';
import { estimatesByMethod, homeCountry } from '@shop/contracts/settings/delivery';
import { takesOnlinePayments } from '@shop/contracts/settings/payment-rate';
import { DomainError } from '#platform/errors.ts';
import { cookie, tokenCookie, tokenIn } from '#platform/http/cookies.ts';
import type { CartRow } from './sql.ts';

/** Whose cart it is: a customer's, or that of the guest with the token behind this hash. */
export type Owner = { userId: string } | { guestTokenHash: Buffer };

export const GUEST_DAYS = 90;

export const guestToken = (cookies: string | undefined) => tokenIn(cookies, CART_COOKIE);
/** Only the hash is stored: a leaked table gives access to no cart. */
export const guestTokenHash = (token: string) => createHash('sha256').update(token).digest();
export const cartCookie = (token: string) => tokenCookie(CART_COOKIE, token, (GUEST_DAYS * DAY_MS) / SECOND_MS);
export const CLEARED_CART_COOKIE = tokenCookie(CART_COOKIE, '', 0);

/** A cart as the database returns it, with the store's terms; without a cart, the terms alone. */
type LineRow = CartRow['lines'][number];

/** The country chosen by the visitor, if the store ships there. */
export function chosenCountry(cookies: string | undefined) {
  const value = cookie(cookies, COUNTRY_COOKIE);
  return COUNTRIES.find((country) => encodeURIComponent(country) === value);
}

export type CartView = { notice?: string | null; country?: string; now: Date };

/** A discount code that has ended gives no discount, and a notice says so: no total changes silently. */
export function cartOf({ discountCode, lines, ...row }: CartRow, { notice = null, now, ...view }: CartView): Cart {
  const shippingMethod = row.shippingMethod ?? 'standard';
  const discountCodeInForce = discountCode?.usable ? discountCode : null;
  const discountBp = discountCodeInForce?.percentBp ?? basisPoints(0);
  const quote = quoteOf(lines, { shippingMethod, discountBp }, row);
  const shippingPrice = (method: Cart['shippingMethod']) => toAmount(shippingFor(method, quote.subtotalCents, row));
  const country = view.country ?? row.addressCountry ?? homeCountry(row.sellerCountry);
  return {
    items: lines.map(cartItem),
    itemCount: quote.itemCount,
    subtotal: toAmount(quote.subtotalCents),
    tax: toAmount(quote.taxCents),
    shipping: toAmount(quote.shippingCents),
    discount: toAmount(quote.discountCents),
    total: toAmount(quote.totalCents),
    discountCode: discountCodeInForce?.code ?? null,
    shippingMethod,
    shippingPrices: { standard: shippingPrice('standard'), express: shippingPrice('express') },
    arrival: estimatesByMethod({ now, country, rules: { ...row.delivery, timeZone: row.timeZone } }),
    country,
    charge: { amount: quote.chargeMinor, currency: row.paymentCurrency },
    onlinePayment: takesOnlinePayments(row),
    terms: {
      taxPercent: toPercent(row.taxBp),
      discountPercent: toPercent(discountBp),
      chargeRate: row.paymentRate,
    },
    version: row.version ?? 0,
    notice: notice ?? (discountCode && !discountCode.usable ? cartMessages.discountEnded(discountCode.code) : null),
  };
}

const cartItem = ({ priceCents, salePriceCents, unitPriceCents, lastShownPriceCents, ...line }: LineRow): CartItem => ({
  ...line,
  image: line.image ?? PLACEHOLDER_IMAGE,
  price: toAmount(priceCents),
  salePrice: toAmount(salePriceCents ?? 0),
  lineTotal: toAmount(times(unitPriceCents, line.quantity)),
  priceBefore: lastShownPriceCents === unitPriceCents ? null : toAmount(lastShownPriceCents),
});

/** The only matching variant. A product with options requires a choice. */
export function chosenVariant<T>([variant, another]: T[]): T {
  if (!variant) throw new DomainError('not_found', 'product_not_found', cartMessages.productUnavailable);
  if (another)
    throw new DomainError('invalid', 'option_required', cartMessages.chooseOption, {
      errors: [{ field: 'variantId', message: cartMessages.chooseOption }],
    });
  return variant;
}

/** A cart reserves no stock, but its quantities are capped at the available stock. */
export function capToStock(requested: number, availableQuantity: number, outOfStockMessage: string) {
  if (availableQuantity < 1) throw new DomainError('conflict', 'out_of_stock', outOfStockMessage);
  const quantity = Math.min(requested, availableQuantity, LINE_QUANTITY_MAX);
  return { quantity, notice: quantity < requested ? cartMessages.notEnough : null };
}

export type MergeLine = { id?: string; variantId: string; quantity: number; lastShownPriceCents: Cents };

/**
 * Merges both carts: quantities add up, capped by stock. No line is lost; an item out of stock stays with quantity 1,
 * and the cart shows what is available. The price last shown is that of the guest's cart, the more recent one.
 */
export function mergedLines(guest: MergeLine[], own: MergeLine[], available: ReadonlyMap<string, number>): MergeLine[] {
  const merged = new Map(own.map((line) => [line.variantId, line]));
  for (const line of guest) {
    const together = line.quantity + (merged.get(line.variantId)?.quantity ?? 0);
    const most = Math.max(1, Math.min(available.get(line.variantId) ?? 0, LINE_QUANTITY_MAX));
    merged.set(line.variantId, { ...line, quantity: Math.min(together, most) });
  }
  return [...merged.values()];
}

/** A cart that is already over the limit may stay so, but not grow. */
export const hasRoom = ({ merged, own }: { merged: number; own: number }) => merged <= Math.max(CART_LINES_MAX, own);

export function assertRoom(lines: number) {
  if (lines > CART_LINES_MAX) throw new DomainError('conflict', 'cart_full', cartMessages.full);
}
