import { z } from 'zod';
import { COUNTRIES } from '../identity/constants.ts';
import { DEFAULT_DELIVERY } from './delivery.ts';
import { deliverySettingsMessages as texts } from './delivery-admin-messages.ts';

const DAYS_MAX = 60;
const ZONES_MAX = 20;
const HOLIDAYS_MAX = 200;

const days = z.number(texts.badDays).int(texts.badDays).min(0, texts.badDays).max(DAYS_MAX, texts.badDays);
const TransitDays = z
  .strictObject({ min: days, max: days })
  .refine(({ min, max }) => min <= max, { path: ['max'], error: texts.badTransit });
const ZoneTransit = z.strictObject({ standard: TransitDays, express: TransitDays });

const country = z
  .string(texts.badCountry)
  .refine((name) => COUNTRIES.some((known) => known === name), texts.badCountry);

export const DeliveryZone = z.strictObject({
  countries: z.array(country).min(1, texts.badCountry),
  ...ZoneTransit.shape,
});

const holidays = z.array(z.iso.date(texts.badHoliday)).max(HOLIDAYS_MAX, texts.tooManyHolidays(HOLIDAYS_MAX));

/** Every country is in one zone at most, so that the order of the zones does not matter. */
export const hasCountryOnce = (zones: { countries: string[] }[]) => {
  const all = zones.flatMap(({ countries }) => countries);
  return new Set(all).size === all.length;
};

export const DeliverySettings = z.strictObject({
  cutOff: z.string(texts.badCutOff).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, texts.badCutOff),
  packingDays: days,
  workingDays: z
    .array(z.number(texts.noWorkingDay).int().min(1).max(7))
    .min(1, texts.noWorkingDay)
    .max(7)
    .overwrite((chosen) => [...new Set(chosen)].toSorted((one, other) => one - other)),
  holidays: holidays.overwrite((listed) => [...new Set(listed)].toSorted()),
  zones: z.array(DeliveryZone).max(ZONES_MAX).refine(hasCountryOnce, texts.countryTwice),
  elsewhere: ZoneTransit,
});

export const Arrival = z.object({ earliest: z.iso.date(), latest: z.iso.date() });

const none = { standard: null, express: null };
/** By shipping method. With a default: during a rollout an older API process may still respond without it. */
export const Arrivals = z.object({ standard: Arrival.nullable(), express: Arrival.nullable() }).default(none);

/** In responses to shoppers; an older API process responds without it. */
export const PublicDelivery = z
  .object({
    cutOff: z.string(),
    packingDays: z.number(),
    workingDays: z.array(z.number()),
    holidays: z.array(z.string()),
    zones: z.array(ZoneTransit.extend({ countries: z.array(z.string()) })),
    elsewhere: ZoneTransit,
  })
  .default(DEFAULT_DELIVERY);
