import { monthEnd, monthStart, plusDays, plusMonths } from '@shop/contracts/common/days';

/** 0 for Monday. */
const weekday = (day: string) => (new Date(day).getUTCDay() + 6) % 7;

/** The weeks of a month from Monday on; null for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const [first, last] = [monthStart(month), monthEnd(month)];
  const weeks: (string | null)[][] = [];
  for (let monday = plusDays(first, -weekday(first)); monday <= last; monday = plusDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => plusDays(monday, n)).map((day) => (day < first || day > last ? null : day)),
    );
  return weeks;
}

/** The day a key moves to; undefined for other keys. */
export function dayAfterKey(day: string, key: string) {
  switch (key) {
    case 'ArrowLeft':
      return plusDays(day, -1);
    case 'ArrowRight':
      return plusDays(day, 1);
    case 'ArrowUp':
      return plusDays(day, -7);
    case 'ArrowDown':
      return plusDays(day, 7);
    case 'Home':
      return plusDays(day, -weekday(day));
    case 'End':
      return plusDays(day, 6 - weekday(day));
    case 'PageUp':
      return plusMonths(day, -1);
    case 'PageDown':
      return plusMonths(day, 1);
    default:
      return undefined;
  }
}

/** The first of the two shown months, moved only as far as needed to show the day. */
export function firstMonthShowing(day: string, shown: string) {
  if (monthStart(day) < shown) return monthStart(day);
  return day > monthEnd(plusMonths(shown, 1)) ? plusMonths(monthStart(day), -1) : shown;
}

/** The two chosen days in their order. */
export const ordered = (one: string, other: string) =>
  one < other ? { from: one, to: other } : { from: other, to: one };
