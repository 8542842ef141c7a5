import { orderMessages } from '@shop/contracts/orders/messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { shippingMessages } from '@shop/contracts/orders/shipping-messages';
import { useDates } from '#lib/dates.ts';

type ShipmentRow = Omit<Shipment, 'items'> & { items?: Shipment['items'] };
type ShipmentsProps = {
  shipments: ShipmentRow[];
  /** Whether units are left, so that the number of shipments is not known yet. */
  partial: boolean;
  /** Of the order, for the names of what is in a shipment; guests see none. */
  items?: OrderItem[];
};

/** The shipments of an order, oldest first. */
export function Shipments({ shipments, partial, items = [] }: ShipmentsProps) {
  if (shipments.length === 0) return null;
  return (
    <section aria-labelledby="shipments">
      <h2 id="shipments" className="mb-4 font-display text-h2">
        {shippingMessages.shipments}
      </h2>
      <ol className="grid grid-cols-1 gap-4 tablet:grid-cols-2">
        {shipments.map((shipment) => (
          <li key={shipment.id} className="min-w-0 rounded-card border border-line p-5">
            <ShipmentCard
              shipment={shipment}
              title={
                partial || shipments.length === 1
                  ? shippingMessages.shipment(shipment.number)
                  : shippingMessages.shipmentOf(shipment.number, shipments.length)
              }
              items={items}
            />
          </li>
        ))}
      </ol>
      {partial && <p className="mt-4 text-ink-soft">{shippingMessages.remaining}</p>}
    </section>
  );
}

type ShipmentCardProps = { shipment: ShipmentRow; title: string; items: OrderItem[] };

function ShipmentCard({ shipment, title, items }: ShipmentCardProps) {
  const { shortDate } = useDates();
  const { id, carrier, trackingNumber, shippedAt } = shipment;
  const titleId = `shipment-${id}`;
  return (
    <article aria-labelledby={titleId} className="wrap-anywhere">
      <h3 id={titleId} className="text-h3">
        {title}
      </h3>
      <p className="text-ink-soft text-small">
        <time dateTime={shippedAt}>{shippingMessages.shippedOn(shortDate(new Date(shippedAt)))}</time>
      </p>
      <dl className="mt-3 grid gap-1">
        {carrier && (
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">{shippingMessages.carrier}:</dt>
            <dd>{carrier}</dd>
          </div>
        )}
        {trackingNumber && (
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-ink-soft">{orderMessages.trackingNumber}:</dt>
            <dd className="font-semibold tabular-nums">
              <TrackingNumber {...shipment} />
            </dd>
          </div>
        )}
      </dl>
      <Contents shipment={shipment} items={items} />
    </article>
  );
}

function TrackingNumber({ trackingNumber, trackingUrl }: Pick<ShipmentRow, 'trackingNumber' | 'trackingUrl'>) {
  if (!trackingUrl) return trackingNumber;
  return (
    <a
      href={trackingUrl}
      rel="noopener noreferrer"
      className="text-violet underline underline-offset-4 hover:text-violet-deep"
    >
      {trackingNumber}
    </a>
  );
}

function Contents({ shipment, items }: Omit<ShipmentCardProps, 'title'>) {
  const contents = (shipment.items ?? []).flatMap(({ orderItemId, quantity }) => {
    const item = items.find(({ id }) => id === orderItemId);
    return item ? [{ id: orderItemId, text: `${quantity} × ${nameOf(item)}` }] : [];
  });
  if (contents.length === 0) return null;
  return (
    <ul aria-label={shippingMessages.contents} className="mt-3 grid gap-1 text-small">
      {contents.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
    </ul>
  );
}

/** With its options, which tell two variants of one product apart. */
const nameOf = ({ name, options }: OrderItem) => [name, ...Object.values(options)].join(', ');
