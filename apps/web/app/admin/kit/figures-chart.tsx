import type { Chart } from '@shop/contracts/analytics/constants';
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import type { FiguresPoint, Granularity, ReportedRange } from '@shop/contracts/analytics/schema';
import { dayText } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { UNITS, type Unit } from './chart-units.ts';
import { rangeText, shortDay } from './range-text.ts';
import { TrendChart } from './trend-chart.tsx';

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
