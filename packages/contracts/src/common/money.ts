import type { z } from 'zod';

/** An integer in the minor unit of the store's currency. */
export type Cents = number & z.core.$brand<'Cents'>;
/** An integer in the minor unit of the currency of a charge. */
export type Minor = number & z.core.$brand<'Minor'>;
/** A rate: 800 is 8 %. */
export type BasisPoints = number & z.core.$brand<'BasisPoints'>;
type Money = Cents | Minor;
/** In units of the store's currency, as in the API's JSON. A number that is none of the others is one. */
export type Amount = number & Partial<z.core.$brand<'Amount'>>;
/** A number that is no money and no rate, such as a quantity. */
type Plain = number & Partial<Record<keyof z.core.$brand, never>>;

/** The only cast to a unit. */
const inUnit = <Unit extends number>(value: number) => value as Unit;
export const cents = (value: Plain) => inUnit<Cents>(value);
export const minor = (value: Plain) => inUnit<Minor>(value);
export const basisPoints = (value: Plain) => inUnit<BasisPoints>(value);

/** 14900 → 149, 999 → 9.99: the only conversion from cents. */
export const toAmount = (value: Cents | 0): Amount => value / 100;

/** 149 → 14900, 9.99 → 999: the only conversion to cents. */
export const toCents = (amount: Amount) => inUnit<Cents>(Math.round(amount * 100));

/** 8.25 → 825 */
export const toBasisPoints = (percent: Plain) => inUnit<BasisPoints>(Math.round(percent * 100));

/** 825 → 8.25 */
export const toPercent = (rate: BasisPoints | 0) => rate / 100;

// Of one unit: the sum of any two by `+` is a plain number, which is not accepted as money.
export const plus = <Unit extends Money>(one: Unit, other: NoInfer<Unit>) => inUnit<Unit>(one + other);
export const minus = <Unit extends Money>(one: Unit, other: NoInfer<Unit>) => inUnit<Unit>(one - other);
export const times = <Unit extends Money>(one: Unit, count: Plain) => inUnit<Unit>(one * count);
export const sumOf = <Unit extends Money>(all: readonly Unit[]) =>
  inUnit<Unit>(all.reduce((sum, each) => sum + each, 0));
export const lesser = <Unit extends Money>(one: Unit, other: NoInfer<Unit>) => (one < other ? one : other);
/** 0 instead of less. */
export const atLeastZero = <Unit extends Money>(one: Unit) => inUnit<Unit>(Math.max(0, one));

/** Of all prices and totals. Charges are in the payment currency of the store settings. */
export const STORE_CURRENCY = 'USD';

/** 1234.5 → '$1,234.50'. Not with `Intl`, whose first use takes a phone 100 ms while a page starts. */
export function dollars(amount: Amount) {
  const [whole = '', decimals] = Math.abs(amount).toFixed(2).split('.');
  return `${amount < 0 ? '-' : ''}$${withCommas(whole)}.${decimals}`;
}

/** '1234' → '1,234' */
export const withCommas = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',');

/** The price a shopper pays: the sale price when there is one. */
export const currentPrice = (product: { price: Amount; salePrice: Amount }) => product.salePrice || product.price;

/** 189 → 149 is 21 (percent off); 0 without a sale. */
export const percentOff = (product: { price: Amount; salePrice: Amount }) =>
  product.salePrice ? Math.round(((product.price - product.salePrice) / product.price) * 100) : 0;

/**
 * A share of an amount in basis points (800 = 8 %), rounded once, half up, to the cent. Multiples of 10,000 are
 * calculated separately, so that no intermediate value exceeds the safe integers, however large the amount.
 */
export function shareOf(value: Cents, rate: BasisPoints) {
  const rest = value % 10_000;
  return cents(((value - rest) / 10_000) * rate + Math.floor((rest * rate + 5_000) / 10_000));
}

/** `amount * part / whole`, rounded half up; exact for any safe integers. 0 of nothing. */
export function share<Unit extends number>(amount: Unit, part: Cents, whole: Cents) {
  if (whole === 0) return inUnit<Unit>(0);
  const [divisor, dividend] = [2n * BigInt(whole), 2n * BigInt(amount) * BigInt(part) + BigInt(whole)];
  return inUnit<Unit>(Number(dividend / divisor));
}

/** To the cent, to whole dollars (149.00), or to the nearest price that ends in .99. */
export const PRICE_ROUNDINGS = ['cent', 'whole', 'charm'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

/** A price after a change in basis points (-1000 = 10 % less), half up. Never below the lowest price of the rounding. */
export function changeByPercent(price: Cents, change: BasisPoints, rounding: PriceRounding) {
  const exact = shareOf(price, basisPoints(10_000 + change));
  if (rounding === 'cent') return cents(Math.max(1, exact));
  if (rounding === 'whole') return cents(Math.max(100, Math.floor((exact + 50) / 100) * 100));
  return cents(Math.max(99, Math.floor((exact + 51) / 100) * 100 - 1));
}

export type PricedLine = { unitPriceCents: Cents; quantity: number };
export type Terms = { taxBp: BasisPoints; discountBp: BasisPoints; shippingCents: Cents };
export type Totals = {
  itemCount: number;
  subtotalCents: Cents;
  taxCents: Cents;
  shippingCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
};

const subtotalOf = (lines: readonly PricedLine[]) =>
  sumOf(lines.map(({ unitPriceCents, quantity }) => times(unitPriceCents, quantity)));

/** The only calculation of totals, for cart, checkout and order. An empty cart totals 0. */
export function totalsOf(lines: readonly PricedLine[], { taxBp, discountBp, shippingCents }: Terms): Totals {
  const itemCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const subtotalCents = subtotalOf(lines);
  const taxCents = shareOf(subtotalCents, taxBp);
  const discountCents = shareOf(subtotalCents, discountBp);
  const shipped = itemCount > 0 ? shippingCents : cents(0);
  return {
    itemCount,
    subtotalCents,
    taxCents,
    shippingCents: shipped,
    discountCents,
    totalCents: minus(sumOf([subtotalCents, taxCents, shipped]), discountCents),
  };
}

export type ShippingPrices = {
  standardShippingCents: Cents;
  expressShippingCents: Cents;
  /** Null: no free shipping. */
  freeShippingOverCents: Cents | null;
};

/** Standard shipping is free from the threshold on, if one is set. */
export function shippingFor(method: 'standard' | 'express', subtotalCents: Cents, prices: ShippingPrices) {
  if (method === 'express') return prices.expressShippingCents;
  const { freeShippingOverCents, standardShippingCents } = prices;
  return freeShippingOverCents !== null && subtotalCents >= freeShippingOverCents ? cents(0) : standardShippingCents;
}

/**
 * Decimals of a currency's minor unit by ISO 4217: two, except for these. Not the digits of `Intl`: those are CLDR's
 * cash display, none for HUF, IDR or PKR, which the provider counts in hundredths, and they differ between browsers.
 */
const EXPONENTS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
]);
const exponentOf = (currency: string) => EXPONENTS.get(currency) ?? 2;

/** Limit of the provider: at most two decimals; the third decimal of a currency that has one must be 0. */
export const chargeDecimals = (currency: string) => Math.min(2, exponentOf(currency));

/** 12.3 KWD → 12300. Undefined if the amount has more decimals than the provider charges. */
export function toMinorUnits(amount: number, currency: string) {
  const decimals = chargeDecimals(currency);
  const units = Math.round(amount * 10 ** decimals);
  return units / 10 ** decimals === amount ? minor(units * 10 ** (exponentOf(currency) - decimals)) : undefined;
}

/** The smallest amount that can be charged or refunded more or less, in minor units. */
export const chargeStep = (currency: string) => minor(10 ** (exponentOf(currency) - chargeDecimals(currency)));

/** 12300 KWD → '12.30': a charge as it is typed into a form. */
export const chargeInput = (charge: Minor, currency: string) =>
  (charge / 10 ** exponentOf(currency)).toFixed(chargeDecimals(currency));

/** The charge of the payment provider, in minor units of the payment currency. */
export function chargeOf(totalCents: Cents, { paymentCurrency, paymentRate }: PaymentTerms) {
  const decimals = chargeDecimals(paymentCurrency);
  const units = Math.round((totalCents * paymentRate) / 10 ** (2 - decimals));
  return minor(units * 10 ** (exponentOf(paymentCurrency) - decimals));
}

/** The rate is in units of the currency per $1. */
type PaymentTerms = { paymentCurrency: string; paymentRate: number };

/** Terms of the store settings. */
export type StoreTerms = ShippingPrices & PaymentTerms & { taxBp: BasisPoints };

/** Totals and charge at the current terms: displayed in the cart, charged at checkout. */
export function quoteOf(
  lines: readonly PricedLine[],
  { shippingMethod, discountBp }: { shippingMethod: 'standard' | 'express'; discountBp: BasisPoints },
  terms: StoreTerms,
) {
  const shippingCents = shippingFor(shippingMethod, subtotalOf(lines), terms);
  const totals = totalsOf(lines, { taxBp: terms.taxBp, discountBp, shippingCents });
  return { ...totals, chargeMinor: chargeOf(totals.totalCents, terms) };
}

/** 159099 INR → '₹1,590.99', 1500 JPY → 'JP¥1,500'. */
export function formatCharge(charge: Minor, currency: string) {
  const digits = exponentOf(currency);
  const format = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en-IN', format).format(charge / 10 ** digits);
}

/** `part / whole` of a charge, rounded half up to what can be charged. */
export function shareOfCharge({ amount, currency }: { amount: Minor; currency: string }, part: Cents, whole: Cents) {
  const step = chargeStep(currency);
  return times(step, share<number>(amount / step, part, whole));
}

/** The provider's minimum charge and refund: one unit of the currency, in minor units. */
export const minimumCharge = (currency: string) => minor(10 ** exponentOf(currency));
