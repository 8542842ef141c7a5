import { invoiceMessages } from '@shop/contracts/invoices/messages';
import type { downloadInvoice } from '@shop/contracts/invoices/operations';
import { orderMessages } from '@shop/contracts/orders/messages';
import { apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/invoice';
import { InvoiceView } from './invoice-view.tsx';
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
