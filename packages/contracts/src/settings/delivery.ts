import type { SHIPPING_METHODS } from '../cart/constants.ts';
import { dayIn, momentAt, plusDays } from '../common/days.ts';
import { COUNTRIES, DEFAULT_COUNTRY } from '../identity/constants.ts';

type Method = (typeof SHIPPING_METHODS)[number];

/** Working days between dispatch and arrival. */
type TransitDays = { min: number; max: number };
export type ZoneTransit = Record<Method, TransitDays>;
type DeliveryZone = ZoneTransit & { countries: string[] };

/** How long an order takes. Working days are counted by the store's calendar, in packing and in transit. */
export type DeliverySettings = {
  /** Orders from this time of day on ('14:00', in the store's time zone) are packed as if placed on the next working day. */
  cutOff: string;
  /** Working days from the day of the order to its dispatch; 0 is the same day. */
  packingDays: number;
  /** 1 is Monday, 7 is Sunday. At least one. */
  workingDays: number[];
  /** Days that are no working days, as '2026-12-25'. */
  holidays: string[];
  zones: DeliveryZone[];
  /** Countries in no zone. */
  elsewhere: ZoneTransit;
};

export type DeliveryRules = DeliverySettings & { timeZone: string };

/** The times that the shipping page states; also of settings saved by an earlier release. */
export const DEFAULT_DELIVERY: DeliverySettings = {
  cutOff: '14:00',
  packingDays: 1,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  zones: [
    { countries: ['United States'], standard: { min: 3, max: 5 }, express: { min: 1, max: 2 } },
    { countries: ['Canada'], standard: { min: 5, max: 8 }, express: { min: 2, max: 4 } },
    { countries: ['United Kingdom'], standard: { min: 5, max: 9 }, express: { min: 2, max: 4 } },
    { countries: ['Australia', 'India'], standard: { min: 7, max: 12 }, express: { min: 3, max: 5 } },
  ],
  elsewhere: { standard: { min: 10, max: 15 }, express: { min: 4, max: 7 } },
};

/** The country of visitors who have chosen none: the seller's, if the store ships there. */
export const homeCountry = (sellerCountry: string): string =>
  COUNTRIES.find((country) => country === sellerCountry) ?? DEFAULT_COUNTRY;

/** 1 is Monday, 7 is Sunday. */
const weekday = (day: string) => new Date(`${day}T00:00Z`).getUTCDay() || 7;

type Calendar = Pick<DeliverySettings, 'workingDays' | 'holidays'>;

const isWorkingDay = (day: string, { workingDays, holidays }: Calendar) =>
  workingDays.includes(weekday(day)) && !holidays.includes(day);

/** The given day itself, if it is a working day. */
function firstWorkingDay(day: string, calendar: Calendar): string {
  let candidate = day;
  while (!isWorkingDay(candidate, calendar)) candidate = plusDays(candidate, 1);
  return candidate;
}

/** `from` is a working day. */
function plusWorkingDays(from: string, days: number, calendar: Calendar): string {
  let day = from;
  for (let counted = 0; counted < days; counted++) day = firstWorkingDay(plusDays(day, 1), calendar);
  return day;
}

const transitTo = (country: string, { zones, elsewhere }: DeliverySettings) =>
  zones.find(({ countries }) => countries.includes(country)) ?? elsewhere;

export type DeliveryEstimate = { earliest: string; latest: string };
export type DeliveryDates = DeliveryEstimate & {
  /** The day on which the order leaves the warehouse, at the latest, to arrive in time with the slowest transit. */
  dispatchBy: string;
  /** Until this moment (ISO, exclusive) an order has the same dates. */
  orderBy: string;
};

/** What an order keeps of its dates. */
export type OrderEstimate = Omit<DeliveryDates, 'orderBy'>;

type DeliveryQuery = { now: Date; method: Method; country: string; rules: DeliveryRules };

/** When an order placed now arrives: cut-off, packing and transit of the zone. Days are those of the store's time zone. */
export function estimateDelivery({ now, method, country, rules }: DeliveryQuery): DeliveryDates {
  const cutOffOf = (day: string) => momentAt(`${day}T${rules.cutOff}`, rules.timeZone);
  let ordered = firstWorkingDay(dayIn(now, rules.timeZone), rules);
  if (cutOffOf(ordered) <= now) ordered = firstWorkingDay(plusDays(ordered, 1), rules);
  const dispatchBy = plusWorkingDays(ordered, rules.packingDays, rules);
  const { min, max } = transitTo(country, rules)[method];
  return {
    earliest: plusWorkingDays(dispatchBy, min, rules),
    latest: plusWorkingDays(dispatchBy, max, rules),
    dispatchBy,
    orderBy: cutOffOf(ordered).toISOString(),
  };
}

/** The dates that an order placed now keeps: later changes of the settings do not change them. */
export function promiseOf(query: DeliveryQuery): OrderEstimate {
  const { orderBy: _, ...promise } = estimateDelivery(query);
  return promise;
}

/** For every shipping method. */
export const estimatesByMethod = (query: Omit<DeliveryQuery, 'method'>): Record<Method, DeliveryEstimate> => {
  const datesOf = (method: Method): DeliveryEstimate => {
    const { earliest, latest } = estimateDelivery({ ...query, method });
    return { earliest, latest };
  };
  return { standard: datesOf('standard'), express: datesOf('express') };
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthDay = (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}`;
const yearOf = (day: string) => day.slice(0, 4);

/** 'Nov 19', or 'Jan 4, 2027' if it is not the year of `today`. */
export const formatDay = (day: string, today: string) =>
  yearOf(day) === yearOf(today) ? monthDay(day) : `${monthDay(day)}, ${yearOf(day)}`;

/** 'Nov 19–24', 'Nov 29–Dec 3'; with years unless all of it is in the year of `today`: 'Dec 30, 2026–Jan 4, 2027'. */
export function formatDays({ earliest, latest }: DeliveryEstimate, today: string) {
  if (earliest === latest) return formatDay(earliest, today);
  const year = yearOf(latest);
  if (yearOf(earliest) !== year) return `${monthDay(earliest)}, ${yearOf(earliest)}–${monthDay(latest)}, ${year}`;
  const end = earliest.slice(0, 7) === latest.slice(0, 7) ? `${Number(latest.slice(8))}` : monthDay(latest);
  return `${monthDay(earliest)}–${end}${year === yearOf(today) ? '' : `, ${year}`}`;
}
