import { invoiceKindLabels } from '@shop/contracts/invoices/messages';
import type { InvoiceKind, InvoiceSummary } from '@shop/contracts/invoices/schema';
import type { Order } from '@shop/contracts/orders/schema';
import { ButtonLink } from '#ui/button.tsx';

/** Invoice and credit notes of an order. Before the first is issued, the page says when it will be. */
export function InvoiceLinks({ order, invoices }: { order: Pick<Order, 'id' | 'status'>; invoices: InvoiceSummary[] }) {
  const page = `/orders/${order.id}/invoice`;
  /** On phones its number would break the button in two lines. */
  const isOnly = (kind: InvoiceKind) => invoices.filter((invoice) => invoice.kind === kind).length === 1;
  if (invoices.length > 0)
    return invoices.map(({ id, kind, number }) => (
      <ButtonLink key={id} to={kind === 'invoice' ? page : `${page}?document=${id}`} look="secondary">
        <span>
          {invoiceKindLabels[kind]} <span className={isOnly(kind) ? 'max-tablet:sr-only' : undefined}>{number}</span>
        </span>
      </ButtonLink>
    ));
  if (order.status === 'cancelled') return null;
  return (
    <ButtonLink to={page} look="secondary">
      {invoiceKindLabels.invoice}
    </ButtonLink>
  );
}
