import { pageTitle } from '@shop/contracts/common/constants';
import { dollars } from '@shop/contracts/common/money';
import { orderMessages } from '@shop/contracts/orders/messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { OrderDetails } from '#features/orders/order-details.tsx';
import { loadOwnOrder } from '#features/orders/own-order.server.ts';
import { Totals } from '#features/orders/totals.tsx';
import { apiFor } from '#lib/api.server.ts';
import { shortDate } from '#lib/format.ts';
import { sellerAddress, useStoreIdentity } from '#lib/store-identity.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/invoice';

export async function loader({ request, params }: Route.LoaderArgs) {
  return { order: await loadOwnOrder(apiFor(request), params.orderId) };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(loaderData ? orderMessages.invoiceOf(loaderData.order.number) : orderMessages.invoice) },
  { name: 'robots', content: 'noindex' },
];

const COLUMNS = [
  { label: orderMessages.item, cell: (item: OrderItem) => [item.name, ...Object.values(item.options)].join(', ') },
  { label: orderMessages.unitPrice, cell: ({ price }: OrderItem) => dollars(price), numeric: true },
  { label: orderMessages.units, cell: ({ quantity }: OrderItem) => quantity, numeric: true },
  {
    label: orderMessages.lineTotal,
    cell: ({ price, quantity }: OrderItem) => dollars(price * quantity),
    numeric: true,
  },
];

/** Made for printing: the site around it and the buttons are not printed. */
export default function InvoicePage({ loaderData: { order } }: Route.ComponentProps) {
  return (
    <article className="page-width section-rhythm wrap-anywhere print:p-0">
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-8">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <Seller />
            <h1 className="mt-4 font-display text-h1">{orderMessages.invoiceOf(order.number)}</h1>
            <p className="mt-2 text-ink-soft">
              {orderMessages.invoiceDate}: {shortDate(new Date(order.createdAt))}
            </p>
          </div>
          <Button onClick={() => window.print()} className="noscript:hidden">
            {orderMessages.print}
          </Button>
        </div>
        <OrderDetails order={order} />
        <div>
          <Table caption={orderMessages.items} columns={COLUMNS} rows={order.items} keyOf={({ id }) => id} />
          <Totals of={order} />
        </div>
        <p className="print:hidden">
          <ButtonLink to={`/orders/${order.id}`} look="quiet">
            {orderMessages.backToOrder}
          </ButtonLink>
        </p>
      </div>
    </article>
  );
}

/** The store's name, and below it the seller as the owner has entered it. */
function Seller() {
  const store = useStoreIdentity();
  const { storeName, legalName, taxNumber, registrationNumber, contactEmail, contactPhone } = store;
  const lines = [
    legalName,
    ...sellerAddress(store),
    taxNumber && orderMessages.taxNumber(taxNumber),
    registrationNumber && orderMessages.registrationNumber(registrationNumber),
    contactEmail,
    contactPhone,
  ].filter(Boolean);
  return (
    <section aria-label={orderMessages.seller}>
      <p className="font-display text-wordmark">{storeName}</p>
      {lines.length > 0 && <p className="mt-1 whitespace-pre-line text-ink-soft text-small">{lines.join('\n')}</p>}
    </section>
  );
}
