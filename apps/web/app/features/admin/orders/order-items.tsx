import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { Thumbnail } from '#ui/responsive-image.tsx';

/** The items to pack: image, options, SKU and quantity. */
export function OrderItems({ items }: Pick<AdminOrder, 'items'>) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {items.map(({ id, name, image, options, sku, quantity }) => (
        <li key={id} className="flex items-start gap-4 border-line border-b pb-4 last:border-b-0 last:pb-0">
          <Thumbnail src={image} size={64} className="bg-pearl" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{name}</p>
            {Object.entries(options).map(([option, value]) => (
              <p key={option} className="text-small">
                {option}: {value}
              </p>
            ))}
            {sku && <p className="text-ink-soft text-small">{orderMessages.sku(sku)}</p>}
          </div>
          <p className="shrink-0 text-small tabular-nums">{orderMessages.quantity(quantity)}</p>
        </li>
      ))}
    </ul>
  );
}
