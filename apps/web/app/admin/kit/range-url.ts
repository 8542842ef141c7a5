import type { Preset } from '@shop/contracts/analytics/constants';
import { type DateRange, presetRange } from '@shop/contracts/analytics/date-range';
import type { Granularity, ReportedRange } from '@shop/contracts/analytics/schema';
import { listUrl } from './list-query.ts';

/** The parameters of the date range; the API accepts no others of a page but `by`. */
const RANGE = ['from', 'to', 'compare'];

/** The part of the URL's query that the API reads. */
export const rangeQuery = (search: URLSearchParams, more: string[] = []) =>
  new URLSearchParams([...search].filter(([name, value]) => value && [...RANGE, ...more].includes(name)));

/** Parameters of the page that a form for the date range keeps, for hidden fields. */
export const keptBeside = (search: URLSearchParams) =>
  [...search].filter(([name, value]) => value && ![...RANGE, 'done'].includes(name));

/** This month is the range without days, so that it stays this month when the link is opened later. */
export function presetUrl(pathname: string, search: URLSearchParams, preset: Preset, today: string) {
  const days = preset === 'thisMonth' ? { from: undefined, to: undefined } : presetRange(preset, today);
  return listUrl(pathname, search, { from: days.from, to: days.to });
}

/** For the download of a report. Without chosen days there are none, so that it has the comparison of the page. */
export const reportQuery = ({ from, to, compare, isDefault }: ReportedRange, by: Granularity) =>
  `${new URLSearchParams(isDefault ? { compare, by } : { from, to, compare, by })}`;

/** The same days in a list of the panel. */
export const daysQuery = ({ from, to }: DateRange) => `${new URLSearchParams({ from, to })}`;
