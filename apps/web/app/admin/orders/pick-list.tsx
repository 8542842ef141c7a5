import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { PackageCheck } from 'lucide-react';
import { unlistedMeta } from '#lib/page-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Route } from './+types/pick-list';
import { loadPackingOrders } from './packing.server.ts';
import { pickList } from './pick-list-items.ts';
import { PickedItems } from './picked-items.tsx';
import { PrintPage } from './print-page.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const { orders, maxOrders } = await loadPackingOrders(request, url);
  return { items: pickList(orders), maxOrders };
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.pickList);

export default function PickListPage({ loaderData: { items, maxOrders } }: Route.ComponentProps) {
  return (
    <PrintPage title={texts.pickList} maxOrders={maxOrders}>
      {items.length > 0 ? (
        <PickedItems items={items} />
      ) : (
        <EmptyState icon={PackageCheck} title={texts.nothingToPick}>
          {texts.pickListEmpty}
        </EmptyState>
      )}
    </PrintPage>
  );
}
