import type { DateRange } from '@shop/contracts/analytics/date-range';
import { dateRangeMessages as texts } from '@shop/contracts/analytics/date-range-messages';
import { monthStart, plusMonths } from '@shop/contracts/common/days';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { dayText, monthOf } from '#lib/format.ts';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { dayAfterKey, firstMonthShowing, ordered, weeksOf } from './calendar-days.ts';

type CalendarProps = { range: DateRange; today: string; onChange: (range: DateRange) => void };

const FULL_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });

/** Two months to choose the first and the last day from, by pointer or keys. One day at a time is in the tab order. */
export function Calendar({ range, today, onChange }: CalendarProps) {
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
