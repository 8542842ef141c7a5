import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { ItemText } from './item-text.tsx';

/** Items with a number of units each. */
export function ItemList({ items }: { items: { item: OrderItem; units: number }[] }) {
  return (
    <ul className="grid grid-cols-1">
      {items.map(({ item, units }) => (
        <li
          key={item.id}
          className="flex items-start gap-3 border-line border-b py-3 first:pt-0 last:border-b-0 last:pb-0"
        >
          <Thumbnail src={item.image} size={56} className="bg-pearl" />
          <div className="min-w-0 flex-1">
            <ItemText {...item} />
          </div>
          <p className="shrink-0 text-small tabular-nums">{texts.units(units)}</p>
        </li>
      ))}
    </ul>
  );
}
