import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { PackageCheck } from 'lucide-react';
import { Link } from 'react-router';
import { unlistedMeta } from '#lib/page-title.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { Route } from './+types/pick-list';
import { ItemText } from './item-text.tsx';
import { loadPackingOrders } from './packing.server.ts';
import { sumOf } from './packing-units.ts';
import { type PickedItem, pickList } from './pick-list-items.ts';
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

/** What to take from stock for several orders at once. A list, not a table: it fits a phone and a sheet of paper. */
function PickedItems({ items }: { items: PickedItem[] }) {
  const orders = new Set(items.flatMap((item) => item.orders.map(({ id }) => id)));
  return (
    <section className="for-paper rounded-card border border-line bg-paper p-4 tablet:p-6 print:border-0 print:p-0">
      <h2 className="mb-3 text-h3">{texts.pickSummary(sumOf(items.map(({ units }) => units)), orders.size)}</h2>
      <ul className="grid grid-cols-1 border-line border-t print:block">
        {items.map((item) => (
          <li key={item.key} className="flex break-inside-avoid items-start gap-3 border-line border-b py-3">
            <span aria-hidden className="mt-0.5 size-5 shrink-0 border border-ink" />
            <Thumbnail src={item.image} size={56} className="bg-pearl" />
            <div className="min-w-0 flex-1">
              <ItemText name={item.name} options={item.options} sku={item.sku} />
              <ul className="mt-1 flex flex-wrap gap-x-3 text-small">
                {item.orders.map(({ id, number, units }) => (
                  <li key={id}>
                    <Link to={`/admin/orders/${id}`} className="inline-flex min-h-6 items-center text-violet underline">
                      {texts.pickFor(number, units)}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
            <p className="shrink-0 font-semibold tabular-nums">{texts.units(item.units)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
