import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { PackingOrder } from '@shop/contracts/orders/packing-schema';
import { config } from '#lib/config.server.ts';
import { useDates } from '#lib/dates.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { useStoreProfile } from '#lib/store-profile.ts';
import { GiftNote } from '#shop/gifts/gift-note.tsx';
import { StoreMark } from '#shop/layout/store-mark.tsx';
import type { Route } from './+types/packing-slips';
import { AddressLabel } from './address-label.tsx';
import { ItemText } from './item-text.tsx';
import { loadPackingOrders } from './packing.server.ts';
import { itemsToShip, unitsLeft } from './packing-units.ts';
import { PrintPage } from './print-page.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  return { ...(await loadPackingOrders(request, url)), origin: config.publicOrigin };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.packingSlips);

/** One sheet per order, in the order of the selection. */
export default function PackingSlipsPage({ loaderData: { orders, maxOrders, origin } }: Route.ComponentProps) {
  return (
    <PrintPage title={texts.packingSlips} maxOrders={maxOrders}>
      <div>
        {orders.map((order) => (
          <PackingSlip key={order.id} order={order} origin={origin} />
        ))}
      </div>
    </PrintPage>
  );
}

/** One sheet of paper for the parcel, without prices. */
function PackingSlip({ order, origin }: { order: PackingOrder; origin: string }) {
  const { shortDate } = useDates();
  const { storeName, logo } = useStoreProfile();
  return (
    <article
      aria-labelledby={`slip-${order.id}`}
      className="for-paper mb-6 break-before-page rounded-card border border-line bg-paper p-5 first:break-before-auto tablet:p-8 print:mb-0 print:border-0 print:p-0"
    >
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-display text-wordmark">
            <StoreMark logo={logo} className="size-7 shrink-0" />
            {storeName}
          </p>
          <h2 id={`slip-${order.id}`} className="mt-4 text-h3">
            {texts.packingSlipOf(order.number)}
          </h2>
          <p className="text-ink-soft text-small">
            {texts.orderDate(shortDate(new Date(order.createdAt)))} ·{' '}
            {texts.shippingMethod(shippingMethodLabels[order.shippingMethod])}
          </p>
        </div>
        <div className="w-72 max-w-full">
          <AddressLabel address={order.shippingAddress} />
        </div>
      </div>
      {order.status === 'cancelled' ? <p className="font-semibold">{texts.doNotShip}</p> : <SlipItems order={order} />}
      {order.gift && order.status !== 'cancelled' && <GiftNote gift={order.gift} url={`${origin}${order.gift.path}`} />}
    </article>
  );
}

/** The units left; a slip of a shipped order is printed again with all its units. */
function SlipItems({ order }: { order: PackingOrder }) {
  const toShip = itemsToShip(order);
  const lines =
    toShip.length > 0
      ? toShip.map((item) => ({ item, units: unitsLeft(item) }))
      : order.items.map((item) => ({ item, units: item.quantity }));
  return (
    <ul aria-label={orderMessages.items} className="grid grid-cols-1 border-line border-t print:block">
      {lines.map(({ item, units }) => (
        <li key={item.id} className="flex break-inside-avoid items-start gap-4 border-line border-b py-3">
          <span aria-hidden className="mt-0.5 size-5 shrink-0 border border-ink" />
          <div className="min-w-0 flex-1">
            <ItemText name={item.name} options={item.options} sku={item.sku} />
          </div>
          <p className="shrink-0 font-semibold tabular-nums">{texts.units(units)}</p>
        </li>
      ))}
    </ul>
  );
}
