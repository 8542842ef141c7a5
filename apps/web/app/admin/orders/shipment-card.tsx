import { getFormProps } from '@conform-to/react';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import type { Shipment } from '@shop/contracts/orders/shipment-schema';
import { Form } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { useDates } from '#lib/dates.ts';
import { fieldOf, useContractForm } from '#lib/forms/contract-form.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { FieldError } from '#ui/form/field.tsx';
import { Disclosure } from './disclosure.tsx';
import { ItemList } from './item-list.tsx';
import { Card } from './order-card.tsx';
import { type OrderActionResult, ShipmentForm } from './order-forms.ts';
import { TrackingFields } from './tracking-fields.tsx';

type ShipmentCardProps = { shipment: Shipment; order: AdminOrder; formKey: string; result?: OrderActionResult };

export function ShipmentCard({ shipment, order, formKey, result }: ShipmentCardProps) {
  const { dateTime } = useDates();
  const can = useCan();
  const items = shipment.items.flatMap(({ orderItemId, quantity }) =>
    order.items.filter(({ id }) => id === orderItemId).map((item) => ({ item, units: quantity })),
  );
  return (
    <Card
      title={texts.shipment(shipment.number)}
      meta={<time dateTime={shipment.shippedAt}>{dateTime(new Date(shipment.shippedAt))}</time>}
    >
      <p className="mb-3 flex flex-wrap items-center gap-x-2 text-small">
        <span>{shipment.carrier || texts.noCarrier}</span>
        <span aria-hidden>·</span>
        <TrackingNumber shipment={shipment} />
      </p>
      <ItemList items={items} />
      {can('orders.update-status') && (
        <EditShipment
          key={`${shipment.carrier} ${shipment.trackingNumber} ${shipment.trackingUrl}`}
          shipment={shipment}
          formKey={formKey}
          result={result}
        />
      )}
    </Card>
  );
}

function TrackingNumber({ shipment: { trackingNumber, trackingUrl } }: { shipment: Shipment }) {
  if (!trackingUrl) return <span className="tabular-nums">{trackingNumber}</span>;
  return (
    <a
      href={trackingUrl}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center font-semibold text-violet tabular-nums underline underline-offset-4"
    >
      {trackingNumber}
    </a>
  );
}

/** The link that follows from the carrier is left empty, so that it changes with the tracking number. */
function EditShipment({ shipment, formKey, result }: Omit<ShipmentCardProps, 'order'>) {
  const { id, carrier, trackingNumber, trackingUrl } = shipment;
  const isRejected = result?.intent === 'shipment' && result.shipmentId === id;
  const [form, fields] = useContractForm(ShipmentForm, {
    id: `shipment-${id}`,
    lastResult: isRejected ? result?.reply : undefined,
    defaultValue: {
      carrier,
      trackingNumber,
      trackingUrl: trackingUrl === trackingUrlOf(carrier, trackingNumber) ? '' : (trackingUrl ?? ''),
    },
  });
  return (
    <Disclosure label={texts.editShipment} open={isRejected} className="mt-3 border-line border-t pt-1">
      <Form
        {...getFormProps(form, { ariaAttributes: false })}
        method="post"
        preventScrollReset
        className="mt-2 grid grid-cols-1 gap-4"
      >
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="shipmentId" value={id} />
        <TrackingFields
          carrier={fieldOf(fields.carrier)}
          trackingNumber={fieldOf(fields.trackingNumber)}
          trackingUrl={fieldOf(fields.trackingUrl)}
        />
        {form.errors && <FieldError>{form.errors[0]}</FieldError>}
        <IntentButton
          intent="shipment"
          values={{ shipmentId: id }}
          look="secondary"
          busyLabel={texts.savingShipment}
          className="justify-self-start"
        >
          {texts.saveShipment}
        </IntentButton>
      </Form>
    </Disclosure>
  );
}
