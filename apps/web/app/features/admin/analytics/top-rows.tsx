import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics, ReportRow } from '@shop/contracts/analytics/schema';
import { dollars } from '@shop/contracts/common/money';
import { BarChart } from '#features/admin/charts/chart.tsx';
import { percent, wholeNumber } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { Report } from './report.tsx';

const BARS = 8;
const { columns, notes } = analyticsMessages;

type TopRowsProps = {
  report: 'categories' | 'products' | 'methods' | 'discountCodes';
  rows: ReportRow[];
  analytics: Analytics;
};

/** The top rows of a report by value. Shares are of total revenue, where the value is revenue. */
export function TopRows({ report, rows, analytics }: TopRowsProps) {
  const countsUnits = report === 'categories' || report === 'products';
  const value = countsUnits ? columns.value : columns.revenue;
  const total = analytics.totals.revenue;
  const table = [
    { label: columns.name, cell: ({ name }: ReportRow) => name },
    { label: columns.orders, cell: ({ orders }: ReportRow) => wholeNumber(orders), numeric: true },
    ...(countsUnits
      ? [{ label: columns.units, cell: ({ units }: ReportRow) => wholeNumber(units), numeric: true }]
      : [{ label: columns.share, cell: ({ revenue }: ReportRow) => percent(revenue / (total || 1)), numeric: true }]),
    { label: value, cell: ({ revenue }: ReportRow) => dollars(revenue), numeric: true },
  ];
  const note = countsUnits ? notes[report] : undefined;
  return (
    <Report report={report} analytics={analytics} note={note} empty={rows.length === 0}>
      <BarChart
        bars={rows.slice(0, BARS).map(({ name, revenue }) => ({ name, value: revenue }))}
        name={value}
        unit="dollars"
        table={
          <Table caption={analyticsMessages.reports[report]} columns={table} rows={rows} keyOf={({ key }) => key} />
        }
      />
    </Report>
  );
}
