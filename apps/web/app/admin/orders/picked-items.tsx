import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { Link } from 'react-router';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { ItemText } from './item-text.tsx';
import { sumOf } from './packing-units.ts';
import type { PickedItem } from './pick-list-items.ts';

/** What to take from stock for several orders at once. A list, not a table: it fits a phone and a sheet of paper. */
export function PickedItems({ items }: { items: PickedItem[] }) {
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
