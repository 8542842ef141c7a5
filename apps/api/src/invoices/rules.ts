import {
  type BasisPoints,
  type Cents,
  type Minor,
  minor,
  minus,
  STORE_CURRENCY,
  sumOf,
  toPercent,
} from '@shop/contracts/common/money';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { InvoiceDocument, InvoiceKind, InvoiceTax } from '@shop/contracts/invoices/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { Order } from '@shop/contracts/orders/schema';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { DomainError } from '#platform/errors.ts';
import { allocate, chargedAmounts, creditedTaxes, type OrderAmounts } from './amount-rules.ts';

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
