import { COMPARISONS, PRESETS } from '@shop/contracts/analytics/constants';
import { type DateRange, presetRange } from '@shop/contracts/analytics/date-range';
import { dateRangeMessages as texts } from '@shop/contracts/analytics/date-range-messages';
import type { ReportedRange } from '@shop/contracts/analytics/schema';
import { monthEnd, monthStart, plusDays, plusMonths } from '@shop/contracts/common/days';
import { CalendarDays, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Form, Link, useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import { dayText, monthOf } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { POPOVER_CHOICE } from './popover-classes.ts';
import { rangeText } from './range-text.ts';
import { keptBeside, presetUrl } from './range-url.ts';
import { useDetailsClosing } from './use-details-closing.ts';

const SURFACE =
  'z-30 rounded-card border border-line bg-paper p-4 text-ink shadow-2 max-desktop:fixed max-desktop:inset-x-4 max-desktop:bottom-4 max-desktop:max-h-[calc(100dvh-2rem)] max-desktop:overflow-y-auto desktop:absolute desktop:top-full desktop:right-0 desktop:mt-1.5 desktop:w-[46rem]';

type DateRangeProps = {
  range: ReportedRange;
  /** Errors of the typed days, which are shown beside the figures of the default range. */
  errors: Record<string, string>;
};

/** The days of all figures of a page, stored in the URL. Without JavaScript, a form with links to presets. */
export function DateRangePicker({ range, errors }: DateRangeProps) {
  const picker = useRef<HTMLDivElement>(null);
  const { search } = useLocation();
  useDetailsClosing(picker);
  return (
    <div ref={picker} className="relative">
      {/* Closes on a new URL; fields take their values from it. */}
      <details key={search} open={Object.keys(errors).length > 0}>
        <summary className="inline-flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-control border border-line-strong bg-paper px-3 font-semibold text-small hover:bg-pearl max-tablet:min-h-11">
          <CalendarDays aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
          <span>
            <span className="sr-only">{texts.label}: </span>
            {rangeText(range)} <span className="font-normal text-ink-muted">{texts.compared[range.compare]}</span>
          </span>
          <ChevronDown aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        </summary>
        <div className={classes(SURFACE, 'grid grid-cols-1 gap-4 tablet:grid-cols-[9rem_minmax(0,1fr)]')}>
          <Presets range={range} />
          <RangeForm range={range} errors={errors} />
        </div>
      </details>
    </div>
  );
}

function Presets({ range }: Pick<DateRangeProps, 'range'>) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const isCurrent = (preset: (typeof PRESETS)[number]) => {
    if (range.isDefault) return preset === 'thisMonth';
    const { from, to } = presetRange(preset, range.today);
    return range.from === from && range.to === to;
  };
  return (
    <nav aria-label={texts.presets}>
      <ul className="grid content-start max-tablet:grid-cols-2">
        {PRESETS.map((preset) => (
          <li key={preset}>
            <Link
              to={presetUrl(pathname, search, preset, range.today)}
              aria-current={isCurrent(preset) || undefined}
              className={classes(
                POPOVER_CHOICE,
                'text-small aria-[current=true]:bg-violet-tint aria-[current=true]:font-semibold',
              )}
            >
              {texts.presetLabels[preset]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function RangeForm({ range, errors }: DateRangeProps) {
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const [days, setDays] = useState({ from: search.get('from') || range.from, to: search.get('to') || range.to });
  const isReadable = [days.from, days.to].every((day) => z.iso.date().safeParse(day).success);
  return (
    <Form method="get" preventScrollReset aria-label={texts.label} className="grid min-w-0 content-start gap-4">
      {keptBeside(search).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2">
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            label={texts[name]}
            type="date"
            name={name}
            value={days[name]}
            error={errors[name]}
            onChange={({ target }) => setDays({ ...days, [name]: target.value })}
          />
        ))}
      </div>
      {hydrated && <Calendar range={isReadable ? days : range} today={range.today} onChange={setDays} />}
      <fieldset>
        <legend className="pb-1 font-semibold text-small">{texts.compare}</legend>
        <div className="flex flex-wrap gap-x-4">
          {COMPARISONS.map((comparison) => (
            <label key={comparison} className={classes(POPOVER_CHOICE, 'text-small')}>
              <input
                type="radio"
                name="compare"
                value={comparison}
                defaultChecked={comparison === range.compare}
                className="size-[18px] shrink-0 accent-violet"
              />
              {texts.comparisons[comparison]}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-3">
        <p className="text-[13px] text-ink-muted">{texts.timeZone(range.timeZone)}</p>
        <Button type="submit" compact>
          {texts.apply}
        </Button>
      </div>
    </Form>
  );
}

type CalendarProps = { range: DateRange; today: string; onChange: (range: DateRange) => void };

const FULL_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Two months to choose the first and the last day from, by pointer or keys. One day at a time is in the tab order. */
function Calendar({ range, today, onChange }: CalendarProps) {
  const [focused, setFocused] = useState(range.to);
  const [shown, setShown] = useState(monthStart(plusMonths(range.to, -1)));
  /** The first of the two days, while the second is not chosen. */
  const [start, setStart] = useState<string>();
  const hintId = useId();
  const grids = useRef<HTMLDivElement>(null);
  const focusFollows = useRef(false);

  // After a key, the focus moves to the day once it is rendered.
  useEffect(() => {
    if (!focusFollows.current) return;
    focusFollows.current = false;
    grids.current?.querySelector<HTMLButtonElement>(`[data-day="${focused}"]`)?.focus();
  }, [focused]);

  const moveByKey = (event: KeyboardEvent) => {
    const day = dayAfterKey(focused, event.key);
    if (!day) return;
    event.preventDefault();
    focusFollows.current = true;
    setFocused(day);
    setShown(firstMonthShowing(day, shown));
  };
  const choose = (day: string) => {
    setFocused(day);
    setStart(start ? undefined : day);
    onChange(start ? ordered(start, day) : { from: day, to: day });
  };
  const showMonth = (months: number) => {
    const first = plusMonths(shown, months);
    setShown(first);
    // A day that is shown stays in the tab order.
    setFocused(monthStart(plusMonths(first, months > 0 ? 1 : 0)));
  };

  return (
    <div className="relative">
      <div className="pointer-events-none absolute inset-x-0 top-0 z-10 flex justify-between *:pointer-events-auto">
        <IconButton icon={ChevronLeft} label={texts.earlierMonth} onClick={() => showMonth(-1)} />
        <IconButton icon={ChevronRight} label={texts.laterMonth} onClick={() => showMonth(1)} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside. */}
      <div ref={grids} onKeyDown={moveByKey} className="grid grid-cols-1 gap-6 tablet:grid-cols-2">
        {[shown, plusMonths(shown, 1)].map((month) => (
          <Month key={month} {...{ month, range, today, focused, hintId }} onChoose={choose} />
        ))}
      </div>
      <p id={hintId} className="sr-only">
        {texts.calendarHint}
      </p>
      <p role="status" className="sr-only">
        {start && texts.chooseEnd(dayText(start))}
      </p>
    </div>
  );
}

type MonthProps = Omit<CalendarProps, 'onChange'> & {
  month: string;
  focused: string;
  hintId: string;
  onChoose: (day: string) => void;
};

function Month({ month, range, today, focused, hintId, onChoose }: MonthProps) {
  return (
    <table className="w-full table-fixed text-center text-small" aria-describedby={hintId}>
      <caption className="flex h-11 items-center justify-center font-semibold">{monthOf(month)}</caption>
      <thead>
        <tr>
          {texts.weekdays.map((name) => (
            <th key={name} scope="col" className="py-1 font-normal text-[13px] text-ink-muted">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find((day) => day !== null)}>
            {week.map((day, column) => (
              <td key={day ?? texts.weekdays[column]} className="p-0">
                {day && (
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === focused ? 0 : -1}
                    aria-label={FULL_DAY.format(new Date(day))}
                    aria-pressed={day >= range.from && day <= range.to}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => onChoose(day)}
                    className={lookOf(day, range, today)}
                  >
                    {Number(day.slice(8))}
                  </button>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function lookOf(day: string, { from, to }: DateRange, today: string) {
  const isEnd = day === from || day === to;
  return classes(
    'h-9 w-full tabular-nums max-tablet:h-11',
    isEnd && 'rounded-control bg-violet font-semibold text-paper',
    !isEnd && day > from && day < to && 'bg-violet-tint text-violet-deep',
    !isEnd && (day < from || day > to) && 'rounded-control hover:bg-pearl',
    !isEnd && day > today && 'text-ink-muted',
    !isEnd && day === today && 'font-semibold underline underline-offset-4',
  );
}

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
