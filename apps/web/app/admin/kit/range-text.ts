import type { DateRange } from '@shop/contracts/analytics/date-range';
import { dayText } from '#lib/format.ts';

const WITHOUT_YEAR = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Oct 17' */
export const shortDay = (day: string) => WITHOUT_YEAR.format(new Date(day));

/** 'Nov 15, 2026', 'Oct 17 – Nov 15, 2026', and across years 'Dec 17, 2025 – Jan 15, 2026'. */
export function rangeText({ from, to }: DateRange) {
  if (from === to) return dayText(from);
  return `${from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : dayText(from)} – ${dayText(to)}`;
}
