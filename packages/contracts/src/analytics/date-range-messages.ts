import type { Comparison, Preset } from './constants.ts';

/** Texts of the date range of dashboard and analytics. */
export const dateRangeMessages = {
  label: 'Date range',
  presets: 'Presets',
  presetLabels: {
    today: 'Today',
    yesterday: 'Yesterday',
    last7: 'Last 7 days',
    last30: 'Last 30 days',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    thisYear: 'This year',
  } satisfies Record<Preset, string>,
  from: 'Start date',
  to: 'End date',
  compare: 'Compare with',
  comparisons: {
    previous: 'Previous period',
    year: 'Previous year',
    none: 'No comparison',
  } satisfies Record<Comparison, string>,
  /** Follows the range on the button. */
  compared: {
    previous: 'vs previous period',
    year: 'vs previous year',
    none: '',
  } satisfies Record<Comparison, string>,
  apply: 'Apply',
  earlierMonth: 'Previous month',
  laterMonth: 'Next month',
  calendarHint: 'Press the arrow keys to move between days, Page Up and Page Down between months, Enter to choose.',
  weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  /** Announced when the first of two days is chosen. */
  chooseEnd: (day: string) => `${day} is the start date. Choose the end date.`,
  timeZone: (zone: string) => `Days are in the store’s time zone (${zone}).`,
  endBeforeStart: 'End date must be the start date or later',
  tooLong: 'A date range can have up to 2 years',
};
