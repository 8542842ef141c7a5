import { auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';

const DAY_MS = 24 * 60 * 60 * 1_000;
const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC', ...options });
const SHORT = dayFormat({});
const WITH_WEEKDAY = dayFormat({ weekday: 'long' });
const WITH_YEAR = dayFormat({ weekday: 'long', year: 'numeric' });

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** 'Today, Nov 15', 'Yesterday, Nov 14', 'Friday, Nov 13', and in another year with the year. */
export function dayTitle(day: string, now: Date) {
  const date = new Date(day);
  if (day === dayOf(now)) return texts.today(SHORT.format(date));
  if (day === dayOf(new Date(now.getTime() - DAY_MS))) return texts.yesterday(SHORT.format(date));
  return (date.getUTCFullYear() === now.getUTCFullYear() ? WITH_WEEKDAY : WITH_YEAR).format(date);
}

/** In the order of the entries, by day in UTC. */
export function groupByDay(entries: AuditEntry[]) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = entry.createdAt.slice(0, 10);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, entriesOfDay]) => ({ day, entries: entriesOfDay }));
}
