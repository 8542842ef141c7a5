import { ArrowDownRight, ArrowUpRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { classes } from '#ui/classes.ts';
import { linePath } from './chart-scale.ts';

type KpiTileProps = {
  label: string;
  /** Shows the chart of this figure below the tiles. */
  to: string;
  isCurrent: boolean;
  value: string;
  values: (number | null)[];
  children: ReactNode;
};

/** A figure whose whole area is a link to its chart. */
export function KpiTile({ label, to, isCurrent, value, values, children }: KpiTileProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={classes(
        'relative min-w-0 bg-paper p-4 hover:bg-violet-tint/50 tablet:px-5',
        isCurrent && 'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:bg-violet',
      )}
    >
      <h3 id={titleId} className="text-[13px] text-ink-soft">
        <Link
          to={to}
          preventScrollReset
          aria-current={isCurrent || undefined}
          className="before:absolute before:inset-0 aria-[current]:font-semibold"
        >
          {label}
        </Link>
      </h3>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <p className="font-semibold text-[20px] leading-[26px] tabular-nums tablet:text-[23px] tablet:leading-[30px]">
          {value}
        </p>
        <Sparkline values={values} />
      </div>
      <div className="text-[13px] text-ink-muted leading-[17px]">{children}</div>
    </section>
  );
}

/** One card with hairlines between its tiles. */
export const KpiTiles = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-1 gap-px overflow-hidden rounded-t-card border-line border-b bg-line min-[30rem]:grid-cols-2 desktop:grid-cols-4">
    {children}
  </div>
);

type ChangeProps = { change: number; lessIsBetter: boolean; children: ReactNode };

/** Color means good or bad, the arrow means up or down. The text has the sign. */
export function Change({ change, lessIsBetter, children }: ChangeProps) {
  const Arrow = change < 0 ? ArrowDownRight : ArrowUpRight;
  const isGood = lessIsBetter ? change <= 0 : change >= 0;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-0.5 font-semibold tabular-nums',
        change === 0 ? 'text-ink-soft' : isGood ? 'text-delivered' : 'text-cancelled',
      )}
    >
      {change !== 0 && <Arrow aria-hidden className="size-3.5 shrink-0" strokeWidth={2} />}
      {children}
    </span>
  );
}

const AREA = { width: 68, height: 26, left: 2, bottom: 2 };

/** A figure over time without axes, beside the figure itself. */
function Sparkline({ values }: { values: (number | null)[] }) {
  const top = Math.max(...values.map((value) => value ?? 0), 0);
  if (values.length < 2 || top <= 0) return null;
  return (
    <svg aria-hidden viewBox="0 0 68 26" className="h-[26px] w-[68px] shrink-0 overflow-visible">
      <path
        d={linePath(values, top, AREA)}
        fill="none"
        stroke="var(--color-violet)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
