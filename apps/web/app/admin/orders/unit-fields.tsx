import { adminOrderMessages as texts } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { packingMessages } from '@shop/contracts/orders/packing-messages';
import { Checkbox } from '#ui/form/choice.tsx';
import { itemLabel } from './item-text.tsx';
import { itemsToShip } from './packing-units.ts';
import { restockField, SHIPPING_FIELD, unitsField } from './unit-choice.ts';

type UnitFieldsProps = { order: AdminOrder; onInput: (form: HTMLFormElement) => void };

/** The units to refund of each item, whether they are restocked, and shipping. `onInput` is called with their form. */
export function UnitFields({ order, onInput }: UnitFieldsProps) {
  const { items, shipping, refundTerms, status } = order;
  const toShip = itemsToShip(order).map(({ id }) => id);
  return (
    <fieldset onInput={({ currentTarget }) => currentTarget.form && onInput(currentTarget.form)}>
      <legend className="mb-2 font-semibold text-small">{texts.refundUnits}</legend>
      {toShip.length > 0 && <p className="mb-2 text-ink-soft text-small">{texts.refundUnitsHint}</p>}
      <ul className="grid grid-cols-1">
        {items.map((item) => {
          const max = item.refundable ?? item.quantity;
          return (
            <li key={item.id} className="flex flex-wrap items-center gap-x-3 border-line border-b py-2 text-small">
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{itemLabel(item)}</span>
              <span className="flex items-center gap-2 tabular-nums">
                <input
                  type="number"
                  name={unitsField(item.id)}
                  aria-label={texts.refundUnitsOf(itemLabel(item))}
                  defaultValue={0}
                  min={0}
                  max={max}
                  step={1}
                  readOnly={max === 0}
                  inputMode="numeric"
                  className="h-11 w-16 rounded-control border border-line-strong bg-paper text-center text-body text-ink"
                />
                <span className="whitespace-nowrap text-ink-muted">{packingMessages.ofLeft(max)}</span>
              </span>
              {status !== 'cancelled' && max > 0 && (
                <span className="basis-full">
                  <Checkbox
                    name={restockField(item.id)}
                    defaultChecked={toShip.includes(item.id)}
                    aria-label={texts.restockOf(itemLabel(item))}
                  >
                    {texts.restock}
                  </Checkbox>
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {shipping > 0 && !refundTerms?.shippingRefunded && (
        <Checkbox name={SHIPPING_FIELD}>{texts.refundShipping}</Checkbox>
      )}
    </fieldset>
  );
}
