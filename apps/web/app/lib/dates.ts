import { dayIn, formatDate, formatIn, formatTime } from '@shop/contracts/common/days';
import { timeMessages } from '@shop/contracts/common/messages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@shop/contracts/common/time';
import { useStoreTimeZone } from './store-time.ts';

const momentIn = formatIn({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** Dates as a clock in the zone shows them. */
export function datesIn(timeZone: string) {
  /** 'Mar 5, 2024' */
  const shortDate = (then: Date) => formatDate(then, timeZone);
  /** '2024-03-05' */
  const dayOf = (moment: Date) => dayIn(moment, timeZone);
  return {
    shortDate,
    dayOf,
    today: () => dayOf(new Date()),
    /** 'Mar 5, 2024, 4:05 PM UTC' */
    dateTime: (then: Date) => formatTime(then, timeZone),
    /** 'Mar 5, 2024, 14:03:09 UTC', where the second matters. */
    exactTime: (then: string) => momentIn(timeZone).format(new Date(then)),
    /** 'Just now', '5 minutes ago', '3 hours ago', 'Yesterday', '4 days ago', and from a week on 'Mar 5, 2024'. */
    timeAgo(then: Date, now: Date) {
      const age = now.getTime() - then.getTime();
      if (age < MINUTE_MS) return timeMessages.justNow;
      if (age < HOUR_MS) return timeMessages.minutesAgo(Math.floor(age / MINUTE_MS));
      if (age < DAY_MS) return timeMessages.hoursAgo(Math.floor(age / HOUR_MS));
      if (age < 2 * DAY_MS) return timeMessages.yesterday;
      if (age < 7 * DAY_MS) return timeMessages.daysAgo(Math.floor(age / DAY_MS));
      return shortDate(then);
    },
  };
}
export type Dates = ReturnType<typeof datesIn>;

/** In the store's time zone. */
export const useDates = () => datesIn(useStoreTimeZone());

/** For cells of tables, which cannot use a hook. */
export const ShortDate = ({ at }: { at: string }) => useDates().shortDate(new Date(at));
export const ExactTime = ({ at }: { at: string }) => useDates().exactTime(at);
