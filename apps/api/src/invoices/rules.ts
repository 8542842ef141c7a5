import {
  type BasisPoints,
  type Cents,
  chargeOf,
  lesser,
  type Minor,
  minor,
  minus,
  plus,
  STORE_CURRENCY,
  sumOf,
  times,
  toPercent,
} from '@shop/contracts/common/money';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { InvoiceDocument, InvoiceKind, InvoiceTax } from '@shop/contracts/invoices/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { DomainError } from '#platform/errors.ts';

/** Of new documents. Documents keep the version they were issued with, and its template. */
export const TEMPLATE_VERSION = 1;

/** Also for an order of another customer. */
export const orderNotFound = () => new DomainError('not_found', 'order_not_found', orderMessages.notFound);
export const invoiceNotFound = () => new DomainError('not_found', 'invoice_not_found', invoiceMessages.notFound);

/** An order as the database returns it, in store currency except for the charge. */
export type InvoicedOrder = Omit<OrderAmounts, 'lines'> & {
  number: string;
  orderedAt: string;
  buyer: string;
  email: string;
  address: Order['shippingAddress'];
  taxBp: BasisPoints;
  discountCode: string | null;
  totalCents: Cents;
  lines: { name: string; options: Record<string, string>; sku: string; unitPriceCents: Cents; quantity: number }[];
  isDue: boolean;
};

type Issue = { number: string; issuedAt: string };

/** '2026-11-17', in the time zone of the store. */
const dayIn = (timeZone: string, moment: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(moment),
  );

/** Numbers begin at 1 in each year of the store's time zone. */
export function seriesOf(kind: InvoiceKind, settings: StoreSettings, issuedAt: string) {
  const prefix = kind === 'invoice' ? settings.invoicePrefix : settings.creditNotePrefix;
  return `${prefix}-${dayIn(settings.timeZone, issuedAt).slice(0, 4)}`;
}

/** 'INV-2026' and 1 → 'INV-2026-000001'. */
export const numberOf = (series: string, sequence: number) => `${series}-${String(sequence).padStart(6, '0')}`;

const normalize = (text: string) => text.trim().toLowerCase();
const isIndia = (country: string) => ['india', 'in'].includes(normalize(country));

/** Half of the tax each for the union and the state if the supply stays in the seller's state, else all as IGST. */
export function taxesOf(
  taxMinor: Minor,
  taxBp: BasisPoints,
  supply: 'none' | 'in_state' | 'other_state',
): InvoiceTax[] {
  const percent = toPercent(taxBp);
  if (supply === 'none') return [{ kind: 'tax', percent, amountMinor: taxMinor }];
  if (supply === 'other_state') return [{ kind: 'igst', percent, amountMinor: taxMinor }];
  const [central = minor(0), state = minor(0)] = allocate(taxMinor, [1, 1]);
  return [
    { kind: 'cgst', percent: percent / 2, amountMinor: central },
    { kind: 'sgst', percent: percent / 2, amountMinor: state },
  ];
}

export function supplyOf(
  seller: Pick<StoreSettings, 'country' | 'region'>,
  buyer: Pick<Order['shippingAddress'], 'country' | 'state'>,
) {
  if (!isIndia(seller.country)) return 'none';
  const isSameState = isIndia(buyer.country) && normalize(buyer.state) === normalize(seller.region);
  return isSameState ? 'in_state' : 'other_state';
}

/** The state, or the country of an export. */
const placeOf = ({ country, state }: Order['shippingAddress']) => (isIndia(country) && state) || country;

const withoutEmpty = (lines: (string | null | undefined)[]) => lines.flatMap((line) => line || []);

const sellerOf = (settings: StoreSettings): InvoiceDocument['seller'] => ({
  name: settings.legalName || settings.storeName,
  address: withoutEmpty([
    settings.addressLine1,
    settings.addressLine2,
    withoutEmpty([settings.city, settings.region, settings.postalCode]).join(', '),
    settings.country,
  ]),
  taxNumber: settings.taxNumber,
  isGst: isIndia(settings.country),
  registrationNumber: settings.registrationNumber,
  email: settings.contactEmail,
  phone: settings.contactPhone,
});

/** The name on the address can differ from that of the account. */
function buyerOf({ buyer, email, address }: InvoicedOrder): InvoiceDocument['buyer'] {
  const { name, line1, line2, city, state, postalCode, country } = address;
  const region = withoutEmpty([state, postalCode]).join(' ');
  const place = withoutEmpty([city, region]).join(', ');
  return { name: buyer, address: withoutEmpty([name === buyer ? '' : name, line1, line2, place, country]), email };
}

export function invoiceOf(order: InvoicedOrder, settings: StoreSettings, issue: Issue): InvoiceDocument {
  const { chargeCurrency, chargeRate, discountCode, taxBp } = order;
  const amounts = chargedAmounts(order);
  const supply = supplyOf(settings, order.address);
  const hsn = supply === 'none' ? '' : settings.hsnCode;
  return {
    kind: 'invoice',
    ...issue,
    issuedOn: dayIn(settings.timeZone, issue.issuedAt),
    orderNumber: order.number,
    orderedOn: dayIn(settings.timeZone, order.orderedAt),
    currency: chargeCurrency,
    seller: sellerOf(settings),
    buyer: buyerOf(order),
    placeOfSupply: supply === 'none' ? '' : placeOf(order.address),
    lines: amounts.lines.flatMap((line, index) => {
      const bought = order.lines[index];
      if (!bought) return [];
      const { name, options, sku, quantity } = bought;
      return { description: name, options: Object.values(options), sku, hsn, quantity, ...line };
    }),
    subtotalMinor: amounts.subtotalMinor,
    taxes: taxesOf(amounts.taxMinor, taxBp, supply),
    shippingMinor: amounts.shippingMinor,
    discount: discountCode === null ? null : { code: discountCode, amountMinor: amounts.discountMinor },
    totalMinor: order.chargeMinor,
    storeTotal:
      chargeCurrency === STORE_CURRENCY
        ? null
        : { cents: order.totalCents, currency: STORE_CURRENCY, rate: chargeRate },
    corrects: null,
    reason: null,
  };
}

type Credit = { amountMinor: Minor; creditedBefore: Minor; reason: string };

/**
 * Seller and buyer are those of the invoice. A reason that staff entered is internal ("For your records"), so only the
 * store's own is shown.
 */
export function creditNoteOf(
  invoice: InvoiceDocument,
  { amountMinor, creditedBefore, reason }: Credit,
  { timeZone, ...issue }: Issue & { timeZone: string },
): InvoiceDocument {
  const taxesMinor = invoice.taxes.map((tax) => tax.amountMinor);
  const shares = creditedTaxes({ taxesMinor, totalMinor: invoice.totalMinor }, { creditedBefore, amountMinor });
  const taxMinor = sumOf(shares);
  const netMinor = minus(amountMinor, taxMinor);
  return {
    ...invoice,
    kind: 'credit_note',
    ...issue,
    issuedOn: dayIn(timeZone, issue.issuedAt),
    lines: [
      {
        description: invoiceMessages.creditLine(invoice.orderNumber),
        options: [],
        sku: '',
        hsn: '',
        quantity: 1,
        unitNetMinor: netMinor,
        netMinor,
        taxMinor,
      },
    ],
    subtotalMinor: netMinor,
    taxes: invoice.taxes.map((tax, index) => ({ ...tax, amountMinor: shares[index] ?? minor(0) })),
    shippingMinor: minor(0),
    discount: null,
    totalMinor: amountMinor,
    storeTotal: null,
    corrects: invoice.number,
    reason: reason === orderMessages.refundReason ? reason : null,
  };
}

/**
 * Divides a whole amount in proportion to the weights, by largest remainder: the shares add up to the amount. Without
 * any weight the first share is all of it. BigInt, because the products exceed the safe integers.
 */
export function allocate(amount: Minor, weights: readonly number[]): Minor[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n) return weights.map((_weight, index) => (index === 0 ? amount : minor(0)));
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(product / total), remainder: Number(product % total) };
  });
  const missing = amount - shares.reduce((sum, { whole }) => sum + whole, 0);
  const largest = shares.toSorted((one, other) => other.remainder - one.remainder || one.index - other.index);
  const roundedUp = new Set(largest.slice(0, missing).map(({ index }) => index));
  return shares.map(({ index, whole }) => minor(whole + (roundedUp.has(index) ? 1 : 0)));
}

type OrderAmounts = {
  lines: readonly { unitPriceCents: Cents; quantity: number }[];
  taxCents: Cents;
  shippingCents: Cents;
  discountCents: Cents;
  chargeMinor: Minor;
  chargeCurrency: string;
  chargeRate: number;
};

/**
 * The amounts of an order in minor units of the currency charged. Each is converted by itself, so the charge is divided
 * among them: lines + tax + shipping − discount is exactly what was charged.
 */
export function chargedAmounts(order: OrderAmounts) {
  const { lines, taxCents, shippingCents, discountCents, chargeMinor, chargeCurrency, chargeRate } = order;
  const discountMinor = chargeOf(discountCents, { paymentCurrency: chargeCurrency, paymentRate: chargeRate });
  const lineCents = lines.map(({ unitPriceCents, quantity }) => times(unitPriceCents, quantity));
  const weights = [taxCents, shippingCents, ...lineCents];
  const [taxMinor = minor(0), shippingMinor = minor(0), ...netMinor] = allocate(
    plus(chargeMinor, discountMinor),
    weights,
  );
  const lineTaxes = allocate(taxMinor, lineCents);
  return {
    discountMinor,
    taxMinor,
    shippingMinor,
    subtotalMinor: sumOf(netMinor),
    lines: lines.map(({ quantity }, index) => {
      const net = netMinor[index] ?? minor(0);
      const unitNetMinor = minor(Math.round(net / quantity));
      return { netMinor: net, unitNetMinor, taxMinor: lineTaxes[index] ?? minor(0) };
    }),
  };
}

/**
 * The share of each tax in a credit. Computed from the sums before and after it: the shares of all credits of an
 * invoice add up to each of its taxes, however it is divided. With one tax or two, as invoices have, none is negative.
 */
export function creditedTaxes(
  { taxesMinor, totalMinor }: { taxesMinor: readonly Minor[]; totalMinor: Minor },
  { creditedBefore, amountMinor }: { creditedBefore: Minor; amountMinor: Minor },
): Minor[] {
  if (totalMinor === 0) return taxesMinor.map(() => minor(0));
  // By rounding, the tax of an order with a discount of 100% can exceed the total by a minor unit.
  const tax = BigInt(lesser(sumOf(taxesMinor), totalMinor));
  const upTo = (credited: Minor) => allocate(minor(Number((tax * BigInt(credited)) / BigInt(totalMinor))), taxesMinor);
  const before = upTo(creditedBefore);
  return upTo(plus(creditedBefore, amountMinor)).map((share, index) => minus(share, before[index] ?? minor(0)));
}
