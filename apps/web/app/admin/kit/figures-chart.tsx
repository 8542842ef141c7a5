import type { Chart } from '@shop/contracts/analytics/constants';
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import type { FiguresPoint, Granularity, ReportedRange } from '@shop/contracts/analytics/schema';
import { type PointerEvent, type ReactNode, useId, useState } from 'react';
import { dayText } from '#lib/format.ts';
import { classes } from '#ui/classes.ts';
import { Table } from '#ui/table.tsx';
import { useHydrated } from '#ui/use-hydrated.ts';
import { AsTable } from './chart.tsx';
import { type Area, gridValues, indexAt, labelIndexes, linePath, xOf, yOf } from './chart-scale.ts';
import { UNITS, type Unit } from './chart-units.ts';
import { rangeText, shortDay } from './range-text.ts';

export const CHART_UNITS: Record<Chart, Unit> = {
  revenue: 'dollars',
  orders: 'units',
  average: 'dollars',
  units: 'units',
  customers: 'units',
  returning: 'share',
  refunds: 'dollars',
  abandonment: 'share',
};

/** A figure as text; a dash if there is none. */
export const figureText = (chart: Chart, value: number | null) =>
  value === null ? texts.noFigure : UNITS[CHART_UNITS[chart]].whole(value);

type FiguresChartProps = {
  chart: Chart;
  title: string;
  points: FiguresPoint[];
  range: ReportedRange;
  by: Granularity;
};

/** One figure over time, beside the earlier range. */
export function FiguresChart({ chart, title, points, range, by }: FiguresChartProps) {
  const before = range.before ?? undefined;
  const labelOf = (day: string) => (by === 'month' ? dayText(day) : shortDay(day));
  const columns = [
    { label: texts.columns.start, cell: ({ start }: FiguresPoint) => dayText(start) },
    {
      label: texts.charts[chart],
      cell: (point: FiguresPoint) => figureText(chart, point[chart]),
      numeric: true,
    },
    ...(before
      ? [
          {
            label: texts.columns.earlier,
            cell: (point: FiguresPoint) => figureText(chart, point.before?.[chart] ?? null),
            numeric: true,
          },
        ]
      : []),
  ];
  return (
    <TrendChart
      key={chart}
      title={title}
      points={points.map((point) => ({
        label: labelOf(point.start),
        value: point[chart],
        before: point.before?.[chart] ?? null,
      }))}
      unit={CHART_UNITS[chart]}
      name={rangeText(range)}
      beforeName={before && rangeText(before)}
      table={<Table caption={title} columns={columns} rows={points} keyOf={({ start }) => start} />}
    />
  );
}

/** A value that is missing, for example the average of no orders, interrupts the line. */
type TrendPoint = { label: string; value: number | null; before?: number | null };

type TrendChartProps = {
  title: string;
  points: TrendPoint[];
  unit: Unit;
  /** The days of the two lines. */
  name: string;
  beforeName?: string | undefined;
  table: ReactNode;
};

/** Two drawings, so that labels do not shrink on phones. */
const WIDE: Area = { width: 920, height: 230, left: 56, bottom: 24 };
const NARROW: Area = { width: 340, height: 210, left: 44, bottom: 24 };

/** The earlier line is dotted. Values appear at the pointer, or by arrow keys on the slider that covers no pixel. */
function TrendChart({ title, points, unit, name, beforeName, table }: TrendChartProps) {
  const hydrated = useHydrated();
  const [shown, setShown] = useState<number>();
  const point = shown === undefined ? undefined : points[shown];
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? texts.noFigure : UNITS[unit].whole(value);
  const drawing = { points, unit, shown, onShow: setShown };
  const last = points.length - 1;
  const read = points[Math.min(shown ?? last, last)];
  return (
    <>
      <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-muted">
        <Legend className="border-violet">{name}</Legend>
        {beforeName && <Legend className="border-line-strong border-dotted">{beforeName}</Legend>}
      </p>
      <div className="relative rounded-control has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-violet has-[:focus-visible]:outline-offset-2">
        {hydrated && read && (
          <input
            type="range"
            min={0}
            max={last}
            value={shown ?? last}
            onChange={({ target }) => setShown(Number(target.value))}
            onFocus={() => setShown(shown ?? last)}
            onBlur={() => setShown(undefined)}
            aria-label={texts.chartKeys(title)}
            aria-valuetext={[
              `${read.label}: ${textOf(read.value)}`,
              ...(beforeName ? [`${beforeName}: ${textOf(read.before)}`] : []),
            ].join(', ')}
            className="sr-only"
          />
        )}
        <Drawing area={WIDE} labels={8} className="max-tablet:hidden" {...drawing} />
        <Drawing area={NARROW} labels={4} className="tablet:hidden" {...drawing} />
        {point && shown !== undefined && (
          <div
            aria-hidden
            className={classes(
              'pointer-events-none absolute top-0 z-10 rounded-control bg-ink px-3 py-2 text-[13px] text-paper tabular-nums shadow-2',
              shown > last / 2 && '-translate-x-full',
            )}
            style={{ left: `${((xOf(shown, points.length, WIDE) / WIDE.width) * 100).toFixed(1)}%` }}
          >
            <span className="block">{point.label}</span>
            <b className="block font-semibold">{textOf(point.value)}</b>
            {beforeName && <span className="block text-blush">{texts.before(textOf(point.before))}</span>}
          </div>
        )}
      </div>
      <AsTable>{table}</AsTable>
    </>
  );
}

const Legend = ({ className, children }: { className: string; children: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <span aria-hidden className={`inline-block w-5 border-t-2 ${className}`} />
    {children}
  </span>
);

type DrawingProps = {
  points: TrendPoint[];
  unit: Unit;
  area: Area;
  /** How many labels fit on the axis. */
  labels: number;
  shown: number | undefined;
  onShow: (index: number | undefined) => void;
  className: string;
};

function Drawing({ points, unit, area, labels, shown, onShow, className }: DrawingProps) {
  const fadeId = useId();
  const [values, before] = [points.map(({ value }) => value), points.map((point) => point.before ?? null)];
  const grid = gridValues(Math.max(0, ...[...values, ...before].map((value) => value ?? 0)));
  const top = grid.at(-1) ?? 1;
  const base = yOf(0, top, area);
  const line = linePath(values, top, area);
  const places = values.flatMap((value, index) => (value === null ? [] : [xOf(index, values.length, area)]));
  const isWhole = places.length > 1 && places.length === values.length;
  const showAt = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (points.length > 0) onShow(indexAt((clientX - left) / width, points.length, area));
  };
  const value = shown === undefined ? null : (values[shown] ?? null);
  return (
    <svg
      viewBox={`0 0 ${area.width} ${area.height}`}
      aria-hidden
      onPointerMove={showAt}
      onPointerLeave={() => onShow(undefined)}
      className={classes('block w-full touch-pan-y overflow-visible', className)}
    >
      <defs>
        <linearGradient id={fadeId} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--color-violet)" stopOpacity="0.14" />
          <stop offset="1" stopColor="var(--color-violet)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {/* The pointer is noticed everywhere, not only on lines. */}
      <rect width={area.width} height={area.height} fill="transparent" />
      {grid.map((level) => (
        <g key={level}>
          <path
            d={`M${area.left} ${yOf(level, top, area).toFixed(1)}H${area.width}`}
            stroke="var(--color-line)"
            strokeWidth="1"
          />
          <text x={area.left - 8} y={yOf(level, top, area) + 4} textAnchor="end" className={AXIS}>
            {UNITS[unit].short(level)}
          </text>
        </g>
      ))}
      {labelIndexes(points.length, labels).map((index) => (
        <text
          key={index}
          x={xOf(index, points.length, area)}
          y={area.height - 6}
          textAnchor={index === 0 ? 'start' : 'middle'}
          className={AXIS}
        >
          {points[index]?.label}
        </text>
      ))}
      {isWhole && <path d={`${line}L${places.at(-1)} ${base}L${places[0]} ${base}Z`} fill={`url(#${fadeId})`} />}
      <path
        d={linePath(before, top, area)}
        fill="none"
        stroke="var(--color-line-strong)"
        strokeWidth="2"
        strokeDasharray="2 5"
        strokeLinecap="round"
      />
      <path d={line} fill="none" stroke="var(--color-violet)" strokeWidth="2.5" strokeLinejoin="round" />
      {places.length === 1 && values.length === 1 && (
        <circle cx={places[0]} cy={yOf(values[0] ?? 0, top, area)} r="4" fill="var(--color-violet)" />
      )}
      {shown !== undefined && (
        <path
          d={`M${xOf(shown, points.length, area).toFixed(1)} 4V${base}`}
          stroke="var(--color-line-strong)"
          strokeWidth="1"
        />
      )}
      {shown !== undefined && value !== null && (
        <circle cx={xOf(shown, points.length, area)} cy={yOf(value, top, area)} r="4" fill="var(--color-violet)" />
      )}
    </svg>
  );
}

const AXIS = 'fill-ink-muted text-[12px]';
