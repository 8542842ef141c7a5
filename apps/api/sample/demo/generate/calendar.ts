import { DAY_MS, HOUR_MS } from '@shop/contracts/common/time';
import type { Festival } from '#sample/demo/files.ts';
import { type Dice, plusDays } from './random.ts';

const DAYS = 365;

/** A day in UTC, the time zone of a new store. `weight`: its share of the orders, relative to other days. */
export type Day = { start: Date; weight: number };

/** Sunday first. */
const WEEKDAYS = [1.35, 0.85, 0.8, 0.85, 0.95, 1.15, 1.5];
/** January first. */
const MONTHS = [0.8, 0.95, 0.9, 0.85, 0.95, 0.85, 0.75, 0.8, 0.9, 1.05, 1.1, 1.25];
/** Of a day in UTC: evenings in India, in Europe and in America. */
const HOURS = [3, 3, 3, 3, 2, 2, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 8, 7, 6, 5, 5, 4, 4, 3];

/** The lunar calendar has no simple rule. */
const DIWALI = [
  ...['2023-11-12', '2024-11-01', '2025-10-20', '2026-11-08', '2027-10-29', '2028-10-17', '2029-11-05'],
  ...['2030-10-26', '2031-11-14', '2032-11-02', '2033-10-22', '2034-11-10', '2035-10-30'],
];
const STRENGTHS: Record<Festival, number> = { diwali: 2.2, christmas: 2, valentine: 1.5 };
/** Orders increase for this many days before a festival, as do codes and campaigns. */
const FESTIVAL_DAYS = 14;

const dayOf = (moment: Date) => new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);

function datesOf(festival: Festival, year: number): Date[] {
  if (festival === 'christmas') return [new Date(Date.UTC(year, 11, 25))];
  if (festival === 'valentine') return [new Date(Date.UTC(year, 1, 14))];
  return DIWALI.filter((day) => day.startsWith(`${year}-`)).map((day) => new Date(`${day}T00:00:00.000Z`));
}

/** From 0 to 1: it peaks two days before the festival, when parcels can still arrive. */
function closeness(day: Date, festival: Festival) {
  const year = day.getUTCFullYear();
  return Math.max(
    0,
    ...datesOf(festival, year).map((date) => {
      const until = (date.getTime() - day.getTime()) / DAY_MS;
      if (until < 0 || until > FESTIVAL_DAYS) return 0;
      return until < 2 ? 0.5 : 1 - (until - 2) / FESTIVAL_DAYS;
    }),
  );
}

function weightOf(day: Date) {
  const season = (WEEKDAYS[day.getUTCDay()] ?? 1) * (MONTHS[day.getUTCMonth()] ?? 1);
  const festivals: Festival[] = ['diwali', 'christmas', 'valentine'];
  return festivals.reduce((weight, festival) => weight * (1 + STRENGTHS[festival] * closeness(day, festival)), season);
}

/** The year that ends now; of today, the part that is over. The store grows by a third. */
export function yearBefore(now: Date): Day[] {
  const today = dayOf(now);
  return Array.from({ length: DAYS }, (_, index) => {
    const start = plusDays(today, index - DAYS + 1);
    const elapsed = Math.min(1, (now.getTime() - start.getTime()) / DAY_MS);
    return { start, weight: weightOf(start) * elapsed * (1 + index / (3 * DAYS)) };
  });
}

/** A moment of that day, never after `now`. */
export function momentOf(dice: Dice, { start }: Day, now: Date) {
  const hour = dice.weighted([...HOURS.keys()], (index) => HOURS[index] ?? 1);
  const moment = new Date(start.getTime() + hour * HOUR_MS + dice.int(0, HOUR_MS - 1));
  if (moment < now) return moment;
  return new Date(start.getTime() + Math.floor(dice.next() * (now.getTime() - start.getTime())));
}

/** The latest period of offers before the festival that has begun. */
export function latestOffer(festival: Festival, now: Date) {
  const year = now.getUTCFullYear();
  const offers = [year + 1, year, year - 1, year - 2]
    .flatMap((candidate) => datesOf(festival, candidate))
    .map((date) => ({ startsAt: plusDays(date, -FESTIVAL_DAYS), endsAt: plusDays(date, 1) }));
  return offers.filter(({ startsAt }) => startsAt <= now).toSorted((a, b) => +b.startsAt - +a.startsAt)[0];
}
