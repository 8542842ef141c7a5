import type { DeliverySettings as Settings } from '@shop/contracts/settings/delivery';
import { deliverySettingsMessages as texts } from '@shop/contracts/settings/delivery-admin-messages';
import { DeliverySettings, DeliveryZone, hasCountryOnce } from '@shop/contracts/settings/delivery-schema';
import { z } from 'zod';

const { shape } = DeliverySettings;

const splitBy = (separator: RegExp) => (typed: string) =>
  typed
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

const days = z.number(texts.badDays).optional();
const transit = z.object({ min: days, max: days }).optional();
const ZoneRow = z.object({ countries: z.string().default(''), standard: transit, express: transit });

/** A row without countries is none: the empty one at the end, or a zone that was removed. */
const zones = z.array(ZoneRow).transform((rows, context) => {
  const entered = rows.flatMap(({ countries, ...row }, place) => {
    const names = splitBy(/,/)(countries);
    if (names.length === 0) return [];
    const zone = DeliveryZone.safeParse({ ...row, countries: names });
    if (zone.success) return [zone.data];
    for (const { path, message } of zone.error.issues)
      context.addIssue({ code: 'custom', message, path: [place, ...(path[0] === 'countries' ? ['countries'] : path)] });
    return [];
  });
  if (!hasCountryOnce(entered)) context.addIssue({ code: 'custom', message: texts.countryTwice });
  return entered;
});

/** The delivery times as a form sends them: lists are typed as text. */
export const DeliveryFields = z.object({
  cutOff: shape.cutOff,
  packingDays: shape.packingDays,
  workingDays: shape.workingDays,
  holidays: z
    .string()
    .default('')
    .transform(splitBy(/[\s,]+/))
    .pipe(shape.holidays),
  zones,
  elsewhere: shape.elsewhere,
});

const EMPTY = { min: undefined, max: undefined };

/** With an empty row at the end, for a new zone. */
export const deliveryFormOf = ({ holidays, zones: saved, ...settings }: Settings) => ({
  ...settings,
  holidays: holidays.join('\n'),
  zones: [
    ...saved.map(({ countries, ...zone }) => ({ ...zone, countries: countries.join(', ') })),
    { countries: '', standard: EMPTY, express: EMPTY },
  ],
});
