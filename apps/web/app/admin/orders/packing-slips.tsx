import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { config } from '#lib/config.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/packing-slips';
import { loadPackingOrders } from './packing.server.ts';
import { PackingSlip } from './packing-slip.tsx';
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
