import { auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { plusDays } from '@shop/contracts/common/days';
import type { Dates } from '#lib/dates.ts';

const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC', ...options });
const SHORT = dayFormat({});
const WITH_WEEKDAY = dayFormat({ weekday: 'long' });
const WITH_YEAR = dayFormat({ weekday: 'long', year: 'numeric' });

/** 'Today, Nov 15', 'Yesterday, Nov 14', 'Friday, Nov 13', and in another year with the year. */
export function dayTitle(day: string, today: string) {
  const date = new Date(day);
  if (day === today) return texts.today(SHORT.format(date));
  if (day === plusDays(today, -1)) return texts.yesterday(SHORT.format(date));
  return (day.slice(0, 4) === today.slice(0, 4) ? WITH_WEEKDAY : WITH_YEAR).format(date);
}

/** In the order of the entries. */
export function groupByDay(entries: AuditEntry[], dayOf: Dates['dayOf']) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.createdAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, entriesOfDay]) => ({ day, entries: entriesOfDay }));
}
