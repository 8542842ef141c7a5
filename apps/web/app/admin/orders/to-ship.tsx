import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { orderMessages } from '@shop/contracts/orders/messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { OrderItem } from '@shop/contracts/orders/schema';
import { Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { ItemList } from './item-list.tsx';
import { ItemText, itemLabel } from './item-text.tsx';
import { Card } from './order-card.tsx';
import { type OrderActionResult, shipKey } from './order-forms.ts';
import { itemsToShip, sumOf, unitsLeft } from './packing-units.ts';
import { quantityField, shipChoiceOf, shipEffect } from './shipping.ts';
import { TrackingFields } from './tracking-fields.tsx';

type ToShipProps = { order: AdminOrder; result?: OrderActionResult };

/** The items still to pack, and the form that ships them. Without any left: all items of the order. */
export function ToShip({ order, result }: ToShipProps) {
  const can = useCan();
  const items = itemsToShip(order);
  if (items.length === 0)
    return (
      <Card title={orderMessages.items}>
        <ItemList items={order.items.map((item) => ({ item, units: item.quantity }))} />
      </Card>
    );

  const left = sumOf(items.map(unitsLeft));
  const total = sumOf(order.items.map(({ quantity }) => quantity));
  return (
    <Card title={texts.toShip} meta={texts.unitsOf(left, total)}>
      {can('orders.update-status') ? (
        // The key empties the form after a shipment.
        <ShipForm key={shipKey(order)} order={order} result={result} />
      ) : (
        <ItemList items={items.map((item) => ({ item, units: unitsLeft(item) }))} />
      )}
    </Card>
  );
}

type ShipFormProps = { order: AdminOrder; result?: OrderActionResult };

const choiceIn = (form: HTMLFormElement | null) => shipChoiceOf(new FormData(form ?? undefined));

/** Ships some or all units that are left. Says what it will do before the button is pressed. */
function ShipForm({ order, result }: ShipFormProps) {
  const items = itemsToShip(order);
  const left = sumOf(items.map(unitsLeft));
  const { errors = {}, values } = rejectedForm(result);
  const [choice, setChoice] = useState({ units: left, notify: order.receivesOrderEmails });
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();

  // The units entered before hydration, or rejected by the action.
  useEffect(() => setChoice(choiceIn(form.current)), []);

  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      onInput={(event) => setChoice(choiceIn(event.currentTarget))}
      className="grid grid-cols-1 gap-4"
    >
      <input type="hidden" name="key" value={shipKey(order)} />
      <ul className="grid grid-cols-1">
        {items.map((item) => (
          <ItemToPack key={item.id} item={item} units={values?.[quantityField(item.id)]} />
        ))}
      </ul>
      <TrackingFields
        carrier={{ defaultValue: values?.carrier ?? order.shipments.at(-1)?.carrier, error: errors.carrier }}
        trackingNumber={{
          defaultValue: values?.trackingNumber,
          error: errors.trackingNumber,
          placeholder: texts.trackingNumberDefault,
        }}
        trackingUrl={{ defaultValue: values?.trackingUrl, error: errors.trackingUrl }}
      />
      {order.receivesOrderEmails && (
        <Checkbox name="notify" defaultChecked={!values || 'notify' in values}>
          {texts.notify}
        </Checkbox>
      )}
      {errors.items && <FieldError>{errors.items}</FieldError>}
      <div className="flex flex-col gap-3 tablet:flex-row tablet:items-center tablet:justify-between">
        <p aria-live="polite" className="min-w-0 text-ink-soft text-small">
          <span className="noscript:hidden">{shipEffect({ ...choice, left, status: order.status })}</span>
          <span className="hidden noscript:inline">{texts.effectChosen}</span>
        </p>
        <IntentButton
          intent="ship"
          disabled={hydrated && choice.units === 0}
          busyLabel={texts.shipping}
          className="shrink-0"
        >
          <span className="inline-flex items-center gap-2">
            <Truck aria-hidden className="size-5" strokeWidth={1.5} />
            <span className="noscript:hidden">{texts.ship(choice.units)}</span>
            <span className="hidden noscript:inline">{texts.shipChosen}</span>
          </span>
        </IntentButton>
      </div>
    </Form>
  );
}

const rejectedForm = (result: OrderActionResult | undefined): Pick<OrderActionResult, 'errors' | 'values'> =>
  result?.intent === 'ship' ? result : {};

/** The checkbox is only for the packer's eyes: it is not sent. `units` are those of a rejected form. */
function ItemToPack({ item, units }: { item: OrderItem; units?: string }) {
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
