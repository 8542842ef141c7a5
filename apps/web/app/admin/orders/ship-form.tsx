import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { Truck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { ItemToPack } from './item-to-pack.tsx';
import { type OrderActionResult, shipKey } from './order-forms.ts';
import { itemsToShip, sumOf, unitsLeft } from './packing-units.ts';
import { quantityField, shipChoiceOf, shipEffect } from './shipping.ts';
import { TrackingFields } from './tracking-fields.tsx';

type ShipFormProps = { order: AdminOrder; result?: OrderActionResult };

const choiceIn = (form: HTMLFormElement | null) => shipChoiceOf(new FormData(form ?? undefined));

/** Ships some or all units that are left. Says what it will do before the button is pressed. */
export function ShipForm({ order, result }: ShipFormProps) {
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
