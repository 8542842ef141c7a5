import { DAY_MS } from './time.ts';

/** Calendar days as '2026-03-05', and what they are in a time zone (IANA name). */

const isoDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);

export const plusDays = (day: string, days: number) => isoDay(Date.parse(day) + days * DAY_MS);

/** 0 for the same day. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

export const monthStart = (day: string) => `${day.slice(0, 7)}-01`;

export function monthEnd(day: string) {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return isoDay(Date.UTC(year, month, 0));
}

/** The same day of another month, or its last day if it is shorter. */
export function plusMonths(day: string, months: number) {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const last = monthEnd(isoDay(Date.UTC(year, month - 1 + months, 1)));
  return day.slice(8) > last.slice(8) ? last : `${last.slice(0, 8)}${day.slice(8)}`;
}

/** Creating a format is slow: it is created when first used, and kept for each time zone. */
export function formatIn(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

const clockIn = formatIn({
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});
const dateIn = formatIn({ dateStyle: 'medium' });
const minuteIn = formatIn({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** 'Mar 5, 2024' */
export const formatDate = (moment: Date, timeZone: string) => dateIn(timeZone).format(moment);

/** 'Mar 5, 2024, 4:05 PM UTC'. Some browsers put a narrow space before PM, which the server does not. */
export const formatTime = (moment: Date, timeZone: string) =>
  minuteIn(timeZone).format(moment).replaceAll('\u202f', ' ');

/** What clocks in the zone show, as '2026-03-05T14:03:09'. */
export function localTime(moment: Date, timeZone: string) {
  const parts = new Map(
    clockIn(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const day = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
  return `${day}T${part('hour')}:${part('minute')}:${part('second')}`;
}

export const dayIn = (moment: Date, timeZone: string) => localTime(moment, timeZone).slice(0, 10);

/**
 * The first moment at which clocks in the zone show the time ('2026-03-05T10:00'). A time that is skipped when clocks
 * go forward is later by the skipped time.
 */
export function momentAt(local: string, timeZone: string) {
  const shown = Date.parse(`${local}Z`);
  const offsetAt = (moment: number) => Date.parse(`${localTime(new Date(moment), timeZone)}Z`) - moment;
  // The offsets before and after a change of clocks on that day.
  const [before, after] = [shown - offsetAt(shown - DAY_MS), shown - offsetAt(shown + DAY_MS)];
  const exact = [before, after].filter((moment) => moment + offsetAt(moment) === shown);
  return new Date(exact.length > 0 ? Math.min(...exact) : before);
}

/** Midnight, or the first moment of a day that has none. */
export const startOfDay = (day: string, timeZone: string) => momentAt(`${day}T00:00`, timeZone);

/** For files: the local time with its offset from UTC, as '2026-03-05T14:03:09+05:30'. */
export function zonedIso(moment: Date, timeZone: string) {
  const local = localTime(moment, timeZone);
  const minutes = Math.round((Date.parse(`${local}Z`) - moment.getTime()) / 60_000);
  const twoDigits = (value: number) => `${value}`.padStart(2, '0');
  const offset = `${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
  return `${local}${minutes < 0 ? '-' : '+'}${offset}`;
}
