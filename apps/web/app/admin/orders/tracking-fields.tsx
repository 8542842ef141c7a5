import { CARRIERS } from '@shop/contracts/orders/carriers';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { useId } from 'react';
import { TextField } from '#ui/form/field.tsx';
import { Disclosure } from './disclosure.tsx';

type FieldValue = { defaultValue?: string; error?: string; placeholder?: string };
type TrackingFieldsProps = { carrier: FieldValue; trackingNumber: FieldValue; trackingUrl: FieldValue };

/** Carrier and tracking number of a shipment; the link is folded, as known carriers have one. */
export function TrackingFields({ carrier, trackingNumber, trackingUrl }: TrackingFieldsProps) {
  const carriersId = useId();
  return (
    <div className="grid grid-cols-1 gap-4 tablet:grid-cols-2">
      <TextField
        {...carrier}
        name="carrier"
        label={texts.carrier}
        list={carriersId}
        maxLength={60}
        autoComplete="off"
      />
      <datalist id={carriersId}>
        {Object.keys(CARRIERS).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        {...trackingNumber}
        name="trackingNumber"
        label={texts.trackingNumber}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
      />
      <Disclosure
        label={texts.trackingUrl}
        open={Boolean(trackingUrl.error || trackingUrl.defaultValue)}
        className="tablet:col-span-2"
      >
        <TextField
          {...trackingUrl}
          name="trackingUrl"
          label={texts.trackingUrl}
          hint={texts.trackingUrlHint}
          hideLabel
          inputMode="url"
          maxLength={500}
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          className="mt-2"
        />
      </Disclosure>
    </div>
  );
}
