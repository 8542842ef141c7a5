import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { ItemText, itemLabel } from './item-text.tsx';
import { unitsLeft } from './packing-units.ts';
import { quantityField } from './shipping.ts';

/** The checkbox is only for the packer's eyes: it is not sent. `units` are those of a rejected form. */
export function ItemToPack({ item, units }: { item: OrderItem; units?: string }) {
  const left = unitsLeft(item);
  const label = itemLabel(item);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-b py-3 first:pt-0">
      <label className="inline-grid size-11 shrink-0 place-items-center">
        <input type="checkbox" aria-label={texts.packed(label)} className="size-5 accent-violet" />
      </label>
      <Thumbnail src={item.image} size={56} className="bg-pearl" />
      <div className="min-w-0 flex-1 basis-36">
        <ItemText {...item} />
      </div>
      <div className="ml-auto flex items-center gap-2 text-small tabular-nums">
        <input
          type="number"
          name={quantityField(item.id)}
          aria-label={texts.unitsToShip(label)}
          defaultValue={units ?? left}
          min={0}
          max={left}
          step={1}
          required
          inputMode="numeric"
          className="h-11 w-16 rounded-control border border-line-strong bg-paper text-center text-body text-ink"
        />
        <span className="whitespace-nowrap text-ink-muted">{texts.ofLeft(left)}</span>
      </div>
    </li>
  );
}
