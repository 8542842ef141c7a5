import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { Checkbox } from '#ui/form/choice.tsx';
import { itemLabel } from '../packing/item-text.tsx';
import { SHIPPING_FIELD, unitsField } from './unit-choice.ts';

type UnitFieldsProps = { order: AdminOrder; onInput: (form: HTMLFormElement) => void };

/** The units to refund of each item, and shipping. `onInput` is called with their form. */
export const UnitFields = ({ order: { items, shipping }, onInput }: UnitFieldsProps) => (
  <fieldset onInput={({ currentTarget }) => currentTarget.form && onInput(currentTarget.form)}>
    <legend className="mb-2 font-semibold text-small">{texts.refundUnits}</legend>
    <ul className="grid grid-cols-1">
      {items.map((item) => (
        <li key={item.id} className="flex items-center gap-3 border-line border-b py-2 text-small">
          <span className="min-w-0 flex-1 wrap-anywhere">{itemLabel(item)}</span>
          <span className="flex items-center gap-2 tabular-nums">
            <input
              type="number"
              name={unitsField(item.id)}
              aria-label={texts.refundUnitsOf(itemLabel(item))}
              defaultValue={0}
              min={0}
              max={item.quantity}
              step={1}
              inputMode="numeric"
              className="h-11 w-16 rounded-control border border-line-strong bg-paper text-center text-body text-ink"
            />
            <span className="whitespace-nowrap text-ink-muted">{packingMessages.ofLeft(item.quantity)}</span>
          </span>
        </li>
      ))}
    </ul>
    {shipping > 0 && <Checkbox name={SHIPPING_FIELD}>{texts.refundShipping}</Checkbox>}
  </fieldset>
);
