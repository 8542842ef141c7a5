import type { ReactNode } from 'react';
import { useDates } from '#lib/dates.ts';
import { classes } from '#ui/classes.ts';

type AgeProps = { at: string; now: Date; className?: string };

/** A relative date with the exact one as its tooltip. */
export function Age({ at, now, className }: AgeProps) {
  const { dateTime, timeAgo } = useDates();
  const then = new Date(at);
  return (
    <time dateTime={at} title={dateTime(then)} className={classes('whitespace-nowrap', className)}>
      {timeAgo(then, now)}
    </time>
  );
}

const DOTS = { good: 'bg-delivered', waiting: 'bg-star', off: 'bg-line-strong' };

/** A normal state, which needs no attention. Exceptions are badges. */
export function QuietState({ dot, children }: { dot: keyof typeof DOTS; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap text-ink-soft">
      <span aria-hidden className={classes('size-[7px] shrink-0 rounded-full', DOTS[dot])} />
      {children}
    </span>
  );
}

/** The second line of a cell; compact rows have none. */
export const SecondLine = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    className={classes(
      'block truncate text-[13px] text-ink-muted leading-[17px] tablet:group-data-[density=compact]/list:hidden',
      className,
    )}
  >
    {children}
  </span>
);
