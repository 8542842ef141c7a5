/** 14900 → 149, 999 → 9.99: the only way out of cents. */
export const toAmount = (cents: number) => cents / 100;

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** 149 → '$149.00'. */
export const dollars = (amount: number) => DOLLARS.format(amount);

/** The price a shopper pays: the sale price when there is one. */
export const currentPrice = (product: { price: number; salePrice: number }) => product.salePrice || product.price;

/** 189 → 149 is 21 (percent off); 0 without a sale. */
export const percentOff = (product: { price: number; salePrice: number }) =>
  product.salePrice ? Math.round(((product.price - product.salePrice) / product.price) * 100) : 0;

/**
 * A share of an amount in basis points (800 = 8 %), rounded once, half up, to the cent. The whole ten-thousands are
 * taken apart first, so that no step of it leaves what a number holds exactly, however large the amount.
 */
export function shareOf(cents: number, basisPoints: number) {
  const rest = cents % 10_000;
  return ((cents - rest) / 10_000) * basisPoints + Math.floor((rest * basisPoints + 5_000) / 10_000);
}

export type PricedLine = { unitPriceCents: number; quantity: number };
export type Terms = { taxBp: number; promoBp: number; shippingCents: number };
export type Totals = {
  itemCount: number;
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  discountCents: number;
  totalCents: number;
};

const subtotalOf = (lines: readonly PricedLine[]) =>
  lines.reduce((sum, { unitPriceCents, quantity }) => sum + unitPriceCents * quantity, 0);

/** The one place where a total is made: cart, checkout and order all come here. An empty cart totals 0. */
export function totalsOf(lines: readonly PricedLine[], { taxBp, promoBp, shippingCents }: Terms): Totals {
  const itemCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const subtotalCents = subtotalOf(lines);
  const taxCents = shareOf(subtotalCents, taxBp);
  const discountCents = shareOf(subtotalCents, promoBp);
  const shipped = itemCount > 0 ? shippingCents : 0;
  return {
    itemCount,
    subtotalCents,
    taxCents,
    shippingCents: shipped,
    discountCents,
    totalCents: subtotalCents + taxCents + shipped - discountCents,
  };
}

export type ShippingPrices = {
  standardShippingCents: number;
  expressShippingCents: number;
  /** Null: no order ships for free. */
  freeShippingOverCents: number | null;
};

/** Standard shipping is free from the threshold on, where the shop has set one. */
export function shippingFor(method: 'standard' | 'express', subtotalCents: number, prices: ShippingPrices) {
  if (method === 'express') return prices.expressShippingCents;
  const { freeShippingOverCents, standardShippingCents } = prices;
  return freeShippingOverCents !== null && subtotalCents >= freeShippingOverCents ? 0 : standardShippingCents;
}

/** What the payment provider takes, in minor units of its currency. */
export const chargeOf = (totalCents: number, rate: number) => Math.round(totalCents * rate);

/** What the shop asks of everyone, as its owner has set it. */
export type StoreTerms = ShippingPrices & { taxBp: number; paymentCurrency: string; paymentRate: number };

/** What these pieces cost this shopper today: the cart shows it, the checkout asks for it. */
export function quoteOf(
  lines: readonly PricedLine[],
  { shippingMethod, promoBp }: { shippingMethod: 'standard' | 'express'; promoBp: number },
  terms: StoreTerms,
) {
  const shippingCents = shippingFor(shippingMethod, subtotalOf(lines), terms);
  const totals = totalsOf(lines, { taxBp: terms.taxBp, promoBp, shippingCents });
  return { ...totals, chargeMinor: chargeOf(totals.totalCents, terms.paymentRate) };
}

/** 159099 INR → '₹1,590.99'. */
export const charged = (minor: number, currency: string) =>
  new Intl.NumberFormat('en-IN', { style: 'currency', currency }).format(minor / 100);
