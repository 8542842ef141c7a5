// @vitest-environment jsdom
import { getFormProps } from '@conform-to/react';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import { deliverySettingsMessages as texts } from '@shop/contracts/settings/delivery-admin-messages';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { useContractForm } from '#lib/forms/contract-form.ts';
import { DeliveryFields, deliveryFormOf } from './delivery-fields.ts';
import { DeliveryPanel } from './delivery-panel.tsx';

const Fields = z.object({ delivery: DeliveryFields });

function Page() {
  const [form, fields] = useContractForm(Fields, {
    id: 'settings',
    defaultValue: { delivery: deliveryFormOf(DEFAULT_DELIVERY) },
  });
  return (
    <form {...getFormProps(form)}>
      <DeliveryPanel
        field={fields.delivery}
        workingDays={DEFAULT_DELIVERY.workingDays}
        timeZone="UTC"
        readOnly={false}
      />
      <button type="submit">Save</button>
    </form>
  );
}
afterEach(cleanup);

const typedIn = (element: HTMLElement) => (element instanceof HTMLInputElement ? element.value : undefined);

test('the panel shows every zone, an empty one, and the times of everywhere else', () => {
  render(<Page />);

  const names = [...[1, 2, 3, 4].map(texts.zone), texts.newZone, texts.elsewhere];
  const zones = names.map((name) => within(screen.getByRole('group', { name })));
  expect(zones.map((zone) => typedIn(zone.getByLabelText('Standard, slowest')))).toEqual([
    '5',
    '8',
    '9',
    '12',
    '',
    '15',
  ]);
  expect(zones.slice(0, 5).map((zone) => typedIn(zone.getByLabelText(texts.countries)))).toEqual([
    'United States',
    'Canada',
    'United Kingdom',
    'Australia, India',
    '',
  ]);
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(5);
});

test('a rejected time is an error of its field', async () => {
  render(<Page />);
  const canada = within(screen.getByRole('group', { name: texts.zone(2) }));
  fireEvent.change(canada.getByLabelText('Express, slowest'), { target: { value: '1' } });
  fireEvent.change(screen.getByLabelText(texts.holidays), { target: { value: 'Christmas' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));

  expect(await canada.findByText(texts.badTransit)).toBeDefined();
  expect(await screen.findByText(texts.badHoliday)).toBeDefined();
});
