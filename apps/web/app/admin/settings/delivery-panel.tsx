import type { FieldMetadata } from '@conform-to/react';
import { SHIPPING_METHODS } from '@shop/contracts/cart/constants';
import { shippingMethodLabels } from '@shop/contracts/cart/messages';
import type { ZoneTransit } from '@shop/contracts/settings/delivery';
import { deliverySettingsMessages as texts } from '@shop/contracts/settings/delivery-admin-messages';
import type { z } from 'zod';
import { Panel } from '#admin/kit/admin-page.tsx';
import { fieldOf } from '#lib/forms/contract-form.ts';
import { Checkbox } from '#ui/form/choice.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/form/field.tsx';
import type { DeliveryFields } from './delivery-fields.ts';

type Fields = z.input<typeof DeliveryFields>;
type DeliveryPanelProps = {
  field: FieldMetadata<Fields>;
  /** As saved, for the boxes. */
  workingDays: number[];
  timeZone: string;
  readOnly: boolean;
};

/** Cut-off, packing, working days and transit times, from which the dates of arrival are calculated. */
export function DeliveryPanel({ field, workingDays, timeZone, readOnly }: DeliveryPanelProps) {
  const fields = field.getFieldset();
  const zones = fields.zones.getFieldList();
  return (
    <Panel title={texts.title}>
      <p className="mb-4 text-ink-muted text-small">{texts.hint}</p>
      <div className="grid grid-cols-1 gap-5 tablet:grid-cols-2">
        <TextField
          {...fieldOf(fields.cutOff)}
          type="time"
          label={texts.cutOff}
          hint={texts.cutOffHint(timeZone)}
          readOnly={readOnly}
        />
        <DayCount
          field={fields.packingDays}
          label={texts.packingDays}
          hint={texts.packingDaysHint}
          readOnly={readOnly}
        />
        <fieldset>
          <legend className="mb-1 font-semibold text-small">{texts.workingDays}</legend>
          <div className="grid grid-cols-2">
            {texts.weekdays.map((name, place) => (
              <Checkbox
                key={name}
                name={fields.workingDays.name}
                value={place + 1}
                defaultChecked={workingDays.includes(place + 1)}
                disabled={readOnly}
              >
                {name}
              </Checkbox>
            ))}
          </div>
          {fields.workingDays.errors?.[0] && <FieldError>{fields.workingDays.errors[0]}</FieldError>}
        </fieldset>
        <TextAreaField
          {...fieldOf(fields.holidays)}
          required={false}
          error={fields.holidays.errors?.[0] ?? Object.values(fields.holidays.allErrors)[0]?.[0]}
          label={texts.holidays}
          hint={texts.holidaysHint}
          readOnly={readOnly}
          rows={5}
        />
      </div>
      <h3 className="mt-6 font-semibold">{texts.zones}</h3>
      <p className="mb-2 text-ink-muted text-small">{texts.zonesHint}</p>
      {fields.zones.errors?.[0] && <FieldError>{fields.zones.errors[0]}</FieldError>}
      {zones.map((zone, place) => {
        // A proxy: its fields cannot be spread.
        const row = zone.getFieldset();
        const name = place === zones.length - 1 && !row.countries.initialValue ? texts.newZone : texts.zone(place + 1);
        if (readOnly && name === texts.newZone) return null;
        return (
          <Zone key={zone.key} name={name} methods={row} readOnly={readOnly}>
            <TextField {...fieldOf(row.countries)} required={false} label={texts.countries} readOnly={readOnly} />
          </Zone>
        );
      })}
      <Zone name={texts.elsewhere} methods={fields.elsewhere.getFieldset()} readOnly={readOnly} />
    </Panel>
  );
}

type Transit = { min?: number; max?: number } | undefined;
type ZoneProps = {
  name: string;
  methods: Record<keyof ZoneTransit, FieldMetadata<Transit>>;
  readOnly: boolean;
  children?: React.ReactNode;
};

function Zone({ name, methods, readOnly, children }: ZoneProps) {
  return (
    <fieldset className="grid grid-cols-1 gap-3 border-line border-t py-4">
      <legend className="sr-only">{name}</legend>
      <p aria-hidden className="font-semibold text-small">
        {name}
      </p>
      {children}
      <div className="grid grid-cols-2 gap-3 tablet:grid-cols-4">
        {SHIPPING_METHODS.map((method) => {
          const { min, max } = methods[method].getFieldset();
          const label = shippingMethodLabels[method];
          return [
            <DayCount key={`${method}-min`} field={min} label={texts.fastest(label)} readOnly={readOnly} />,
            <DayCount key={`${method}-max`} field={max} label={texts.slowest(label)} readOnly={readOnly} />,
          ];
        })}
      </div>
    </fieldset>
  );
}

type DayCountProps = { field: FieldMetadata<unknown>; label: string; hint?: string; readOnly: boolean };

const DayCount = ({ field, ...rest }: DayCountProps) => (
  <TextField
    {...fieldOf(field)}
    {...rest}
    required={false}
    type="number"
    step={1}
    min={0}
    max={60}
    inputMode="numeric"
  />
);
