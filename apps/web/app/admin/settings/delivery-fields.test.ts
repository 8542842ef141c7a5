import { parseWithZod } from '@conform-to/zod/v4';
import { DEFAULT_DELIVERY } from '@shop/contracts/settings/delivery';
import { deliverySettingsMessages as texts } from '@shop/contracts/settings/delivery-admin-messages';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DeliveryFields, deliveryFormOf } from './delivery-fields.ts';

/** The names and values of the fields, as a browser sends them; a list is sent as one field for each value. */
function fieldsOf(value: unknown, name: string): [string, string][] {
  if (Array.isArray(value) && typeof value[0] === 'number') return value.map((one) => [name, String(one)]);
  if (Array.isArray(value)) return value.flatMap((part, place) => fieldsOf(part, `${name}[${place}]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, part]) => fieldsOf(part, `${name}.${key}`));
  return [[name, value === undefined ? '' : String(value)]];
}

function send(changes: Record<string, string | string[]> = {}) {
  const form = new FormData();
  for (const [name, value] of fieldsOf(deliveryFormOf(DEFAULT_DELIVERY), 'delivery')) form.append(name, value);
  for (const [name, values] of Object.entries(changes)) {
    form.delete(name);
    for (const value of [values].flat()) form.append(name, value);
  }
  const submission = parseWithZod(form, { schema: z.object({ delivery: DeliveryFields }) });
  return submission.status === 'success' ? { saved: submission.value.delivery } : { errors: submission.reply().error };
}

describe('the form of the delivery times', () => {
  test('saves what it shows', () => {
    expect(send()).toEqual({ saved: DEFAULT_DELIVERY });
  });

  test('reads dates on lines, countries between commas, and a single working day', () => {
    const { saved } = send({
      'delivery.holidays': '2026-12-25\r\n 2026-01-01\r\n',
      'delivery.zones[1].countries': 'Canada',
      'delivery.workingDays': '3',
    });

    expect(saved).toMatchObject({ holidays: ['2026-01-01', '2026-12-25'], workingDays: [3] });
  });

  test('removes a zone without countries, and adds the one in the last row', () => {
    const { saved } = send({
      'delivery.zones[1].countries': '',
      'delivery.zones[4].countries': 'Canada',
      'delivery.zones[4].standard.min': '1',
      'delivery.zones[4].standard.max': '2',
      'delivery.zones[4].express.min': '1',
      'delivery.zones[4].express.max': '1',
    });

    expect(saved?.zones.map(({ countries }) => countries)).toEqual([
      ['United States'],
      ['United Kingdom'],
      ['Australia', 'India'],
      ['Canada'],
    ]);
    expect(saved?.zones.at(-1)?.standard).toEqual({ min: 1, max: 2 });
  });

  test.each([
    [{ 'delivery.zones[1].countries': 'Atlantis' }, 'delivery.zones[1].countries', texts.badCountry],
    [{ 'delivery.zones[0].standard.max': '2' }, 'delivery.zones[0].standard.max', texts.badTransit],
    [{ 'delivery.zones[0].standard.max': '' }, 'delivery.zones[0].standard.max', texts.badDays],
    [{ 'delivery.zones[1].countries': 'India' }, 'delivery.zones', texts.countryTwice],
    [{ 'delivery.holidays': 'Christmas' }, 'delivery.holidays[0]', texts.badHoliday],
    [{ 'delivery.workingDays': [] }, 'delivery.workingDays', texts.noWorkingDay],
    [{ 'delivery.cutOff': '25:00' }, 'delivery.cutOff', texts.badCutOff],
  ])('%j is an error of its field', (changes, name, message) => {
    expect(send(changes).errors).toMatchObject({ [name]: [message] });
  });
});
