import { minor } from '@shop/contracts/common/money';
import type { InvoiceDocument, InvoiceKind } from '@shop/contracts/invoices/schema';
import type { StoreSettings } from '@shop/contracts/settings/admin-schema';
import { creditNoteOf, invoiceOf, numberOf, seriesOf } from '#invoices/rules.ts';
import { type DemoOrder, invoiceDueAt } from './orders.ts';
import { type Dice, plusMinutes } from './random.ts';
import type { World } from './world.ts';

export type DemoInvoice = {
  id: string;
  orderId: string;
  refundId: string | null;
  series: string;
  sequence: number;
  document: InvoiceDocument;
};

/** `last`: the latest number of each series. Returns the new ones with the documents, each series without gaps. */
export function invoicesOf(
  dice: Dice,
  { terms, now }: World,
  orders: readonly DemoOrder[],
  settings: StoreSettings,
  last: ReadonlyMap<string, number>,
) {
  const counters = new Map(last);
  const issue = (kind: InvoiceKind, at: Date) => {
    const issuedAt = at.toISOString();
    const series = seriesOf(kind, settings, issuedAt);
    const sequence = (counters.get(series) ?? 0) + 1;
    counters.set(series, sequence);
    return { series, sequence, issue: { number: numberOf(series, sequence), issuedAt } };
  };
  /** The worker needs a moment. */
  const after = (moment: Date) => new Date(Math.min(plusMinutes(moment, 1).getTime(), now.getTime()));

  const due = orders.flatMap((order) => {
    const at = invoiceDueAt(order);
    return at ? { order, at: after(at) } : [];
  });
  const invoices = due.toSorted(byTime).map(({ order, at }): DemoInvoice => {
    const { series, sequence, issue: issued } = issue('invoice', at);
    const document = invoiceOf(invoicedOrder(order, terms), settings, issued);
    return { id: dice.idAt(at), orderId: order.id, refundId: null, series, sequence, document };
  });

  const invoiceOfOrder = new Map(invoices.map((invoice) => [invoice.orderId, invoice.document]));
  const refunded = orders.flatMap(({ id, refund }) => {
    const invoice = invoiceOfOrder.get(id);
    return refund && invoice ? { orderId: id, refund, invoice, at: after(refund.at) } : [];
  });
  const creditNotes = refunded.toSorted(byTime).map(({ orderId, refund, invoice, at }): DemoInvoice => {
    const { series, sequence, issue: issued } = issue('credit_note', at);
    const credit = { amountMinor: refund.amountMinor, creditedBefore: minor(0), reason: refund.reason };
    const document = creditNoteOf(invoice, credit, { ...issued, timeZone: settings.timeZone });
    return { id: dice.idAt(at), orderId, refundId: refund.id, series, sequence, document };
  });
  return { invoices: [...invoices, ...creditNotes], counters };
}

const byTime = (one: { at: Date }, other: { at: Date }) => one.at.getTime() - other.at.getTime();

function invoicedOrder(order: DemoOrder, terms: World['terms']): Parameters<typeof invoiceOf>[0] {
  const { customer, code, quote, lines } = order;
  const { name: _label, id: _id, ...address } = customer.address;
  return {
    ...quote,
    number: order.number,
    orderedAt: order.placedAt.toISOString(),
    buyer: customer.name,
    email: customer.email,
    address: { ...address, name: customer.name },
    taxBp: terms.taxBp,
    discountCode: code?.code ?? null,
    chargeCurrency: terms.paymentCurrency,
    chargeRate: terms.paymentRate,
    lines: lines.map(({ variant, quantity }) => ({
      name: variant.name,
      options: variant.options,
      sku: variant.sku,
      unitPriceCents: variant.unitPriceCents,
      quantity,
    })),
    isDue: true,
  };
}
