import { z } from 'zod';
import { COUNTRIES } from '../identity/constants.ts';
import { DEFAULT_DELIVERY } from './delivery.ts';
import { deliverySettingsMessages as texts } from './delivery-admin-messages.ts';

const DAYS_MAX = 60;
const ZONES_MAX = 20;
const HOLIDAYS_MAX = 200;

const days = z.number(texts.badDays).int(texts.badDays).min(0, texts.badDays).max(DAYS_MAX, texts.badDays);
const TransitDays = z
  .strictObject({
    min: days.describe('The fastest transit, in working days.'),
    max: days.describe('The slowest transit, in working days; at least `min`.'),
  })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: texts.badTransit })
  .meta({ id: 'TransitDays', description: 'Working days of the store between dispatch and arrival.' });
const ZoneTransit = z
  .strictObject({
    standard: TransitDays.describe('By standard shipping.'),
    express: TransitDays.describe('By express shipping.'),
  })
  .meta({ id: 'ZoneTransit', description: 'How long a parcel takes, by shipping method.' });

const country = z
  .string(texts.badCountry)
  .refine((name) => COUNTRIES.some((known) => known === name), texts.badCountry);

export const DeliveryZone = z
  .strictObject({
    countries: z
      .array(country)
      .min(1, texts.badCountry)
      .describe('English names, of those that the store ships to. A country is in one zone at most.'),
    ...ZoneTransit.shape,
  })
  .meta({ id: 'DeliveryZone', description: 'Countries with the same transit times.' });

const holidays = z.array(z.iso.date(texts.badHoliday)).max(HOLIDAYS_MAX, texts.tooManyHolidays(HOLIDAYS_MAX));

/** Every country is in one zone at most, so that the order of the zones does not matter. */
export const hasCountryOnce = (zones: { countries: string[] }[]) => {
  const all = zones.flatMap(({ countries }) => countries);
  return new Set(all).size === all.length;
};

export const DeliverySettings = z
  .strictObject({
    cutOff: z
      .string(texts.badCutOff)
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, texts.badCutOff)
      .describe('Time of day in the store’s time zone, as `14:00`. Orders from then on count on the next working day.'),
    packingDays: days.describe('Working days from the day of the order to its dispatch; 0 for the same day.'),
    workingDays: z
      .array(z.number(texts.noWorkingDay).int().min(1).max(7))
      .min(1, texts.noWorkingDay)
      .max(7)
      .overwrite((chosen) => [...new Set(chosen)].toSorted((one, other) => one - other))
      .describe('Days of the week on which the store packs and parcels travel: 1 is Monday, 7 is Sunday.'),
    holidays: holidays
      .overwrite((listed) => [...new Set(listed)].toSorted())
      .describe('Dates that are no working days, as `2026-12-25`.'),
    zones: z
      .array(DeliveryZone)
      .max(ZONES_MAX)
      .refine(hasCountryOnce, texts.countryTwice)
      .describe('In any order, because every country is in one zone at most.'),
    elsewhere: ZoneTransit.describe('Transit to countries in no zone.'),
  })
  .meta({
    id: 'DeliverySettings',
    description: 'How long an order takes. The dates of its arrival are calculated from this, and kept with the order.',
  });

export const DeliveryEstimate = z
  .object({
    earliest: z.iso.date().describe('With the fastest transit. A day in the store’s time zone.'),
    latest: z.iso.date().describe('With the slowest transit. A day in the store’s time zone.'),
  })
  .meta({ id: 'DeliveryEstimate', description: 'The days between which an order arrives.' });

const none = { standard: null, express: null };
/** With a default: during a rollout an older API process may still respond without it. */
export const DeliveryEstimates = z
  .object({
    standard: DeliveryEstimate.nullable().describe('By standard shipping; null if it is not known.'),
    express: DeliveryEstimate.nullable().describe('By express shipping; null if it is not known.'),
  })
  .default(none)
  .meta({ id: 'DeliveryEstimates', description: 'When an order placed now arrives, by shipping method.' });

/** In responses to shoppers; an older API process responds without it. */
export const PublicDelivery = z
  .object({
    cutOff: z
      .string()
      .describe('Time of day in the store’s time zone, as `14:00`. Orders from then on count on the next working day.'),
    packingDays: z.number().describe('Working days from the day of the order to its dispatch; 0 for the same day.'),
    workingDays: z
      .array(z.number())
      .describe('Days of the week on which the store packs and parcels travel: 1 is Monday, 7 is Sunday.'),
    holidays: z.array(z.string()).describe('Dates that are no working days, as `2026-12-25`.'),
    zones: z
      .array(
        ZoneTransit.extend({
          countries: z.array(z.string()).describe('English names. A country is in one zone at most.'),
        }),
      )
      .describe('Countries with the same transit times.'),
    elsewhere: ZoneTransit.describe('Transit to countries in no zone.'),
  })
  .default(DEFAULT_DELIVERY)
  .meta({ id: 'PublicDelivery', description: 'How long an order takes, to calculate the dates of its arrival.' });
