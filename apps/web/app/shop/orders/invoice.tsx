import type { Minor } from '@shop/contracts/common/money';
import { exchangeNote, formatMinor, referenceRows, sellerLines, totalRows } from '@shop/contracts/invoices/amounts';
import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { downloadInvoice } from '@shop/contracts/invoices/operations';
import type { InvoiceDocument, InvoiceLine } from '@shop/contracts/invoices/schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/invoice';
import { loadOwnInvoice } from './own-invoices.server.ts';
import { loadOwnOrder } from './own-order.server.ts';

export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const { id, number, status, paymentStatus, shipments } = await loadOwnOrder(api, params.orderId);
  const requestedId = new URL(request.url).searchParams.get('document');
  const order = { id, number, status, paymentStatus, hasShipments: shipments.length > 0 };
  return { order, invoice: await loadOwnInvoice(api, id, requestedId) };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

const titleOf = ({ order, invoice }: Loaded) =>
  invoice
    ? invoiceMessages.titleOf(invoice.document.kind, invoice.document.number)
    : orderMessages.invoiceOf(order.number);

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData ? titleOf(loaderData) : orderMessages.invoice);

/** Made for printing: the site around it and the buttons are not printed. */
export default function InvoicePage({ loaderData }: Route.ComponentProps) {
  const { order, invoice } = loaderData;
  return (
    <article className="page-width section-rhythm wrap-anywhere print:p-0">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <h1 className="min-w-0 font-display text-h1">{titleOf(loaderData)}</h1>
          {invoice && (
            <div className="flex flex-wrap gap-3 print:hidden">
              <ButtonLink
                to={apiUrl<typeof downloadInvoice>('GET /orders/:id/invoices/:invoiceId/pdf', {
                  params: { id: order.id, invoiceId: invoice.id },
                })}
                reloadDocument
                download
              >
                {invoiceMessages.download}
              </ButtonLink>
              <Button look="secondary" onClick={() => window.print()} className="noscript:hidden">
                {orderMessages.print}
              </Button>
            </div>
          )}
        </div>
        {invoice ? <InvoiceView document={invoice.document} /> : <Notice kind="info">{reasonOf(order)}</Notice>}
        <p className="print:hidden">
          <ButtonLink to={`/orders/${order.id}`} look="word">
            {orderMessages.backToOrder}
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

/** Why there is no invoice. The worker issues it moments after the order is paid or its first items are shipped. */
function reasonOf({ status, paymentStatus, hasShipments }: Loaded['order']) {
  if (paymentStatus !== 'pending') return invoiceMessages.notReady;
  if (status === 'cancelled') return invoiceMessages.cancelled;
  const isShipped = hasShipments || status === 'shipped' || status === 'delivered';
  return isShipped ? invoiceMessages.notReady : invoiceMessages.notIssued;
}

/** An issued document as a page for printing: the same content as its PDF. */
function InvoiceView({ document }: { document: InvoiceDocument }) {
  const { seller, buyer, lines } = document;
  const note = exchangeNote(document);
  return (
    <>
      <div className="grid grid-cols-1 gap-6 tablet:grid-cols-2">
        <Party label={invoiceMessages.seller} name={seller.name} lines={sellerLines(document)} />
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-6 gap-y-1 text-small">
          {referenceRows(document).map(({ label, value }) => (
            <div key={label} className="contents">
              <dt className="text-ink-soft">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Party label={invoiceMessages.buyer} name={buyer.name} lines={[...buyer.address, buyer.email]} />
      </div>
      <div>
        <Table
          caption={invoiceMessages.lines}
          columns={columnsOf(document)}
          rows={lines.map((line, index) => ({ ...line, key: String(index) }))}
          keyOf={({ key }) => key}
        />
        <dl className="mt-4 ml-auto grid w-full max-w-sm grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
          {totalRows(document).map(({ label, amount, isTotal }) => (
            <div key={label} className={classes('contents', isTotal ? 'font-semibold' : 'text-ink-soft')}>
              <dt className="min-w-0">{label}</dt>
              <dd className="text-right">{amount}</dd>
            </div>
          ))}
        </dl>
        {note && <p className="mt-4 text-ink-soft text-small">{note}</p>}
      </div>
    </>
  );
}

function Party({ label, name, lines }: { label: string; name: string; lines: string[] }) {
  return (
    <section aria-label={label} className="min-w-0">
      <p className="text-ink-soft text-small">{label}</p>
      <p className="font-semibold">{name}</p>
      <p className="whitespace-pre-line text-small">{lines.join('\n')}</p>
    </section>
  );
}

function columnsOf({ lines, currency }: InvoiceDocument) {
  const money = (minor: Minor) => formatMinor(minor, currency);
  const hsn = { label: invoiceMessages.hsn, cell: (line: InvoiceLine) => line.hsn, short: true };
  return [
    { label: invoiceMessages.item, cell: describe },
    ...(lines.some((line) => line.hsn) ? [hsn] : []),
    { label: invoiceMessages.quantity, cell: ({ quantity }: InvoiceLine) => quantity, numeric: true },
    { label: invoiceMessages.unitPrice, cell: ({ unitNetMinor }: InvoiceLine) => money(unitNetMinor), numeric: true },
    { label: invoiceMessages.net, cell: ({ netMinor }: InvoiceLine) => money(netMinor), numeric: true },
    { label: invoiceMessages.tax, cell: ({ taxMinor }: InvoiceLine) => money(taxMinor), numeric: true },
  ];
}

function describe({ description, options, sku }: InvoiceLine) {
  const details = [...options, sku && invoiceMessages.sku(sku)].filter(Boolean).join(' · ');
  return (
    <>
      {description}
      {details && <span className="block text-ink-soft text-small">{details}</span>}
    </>
  );
}
