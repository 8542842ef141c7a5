import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics, ReportRow } from '@shop/contracts/analytics/schema';
import { dollars } from '@shop/contracts/common/money';
import { Link } from 'react-router';
import { AsTable, BarList } from '#admin/kit/chart.tsx';
import { Change } from '#admin/kit/kpi-tile.tsx';
import { percent, wholeNumber } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { percentChange } from './percent-change.ts';
import { type DrillDown, Report } from './report.tsx';

const BARS = 8;
const { columns, notes } = analyticsMessages;

type TopReport = 'categories' | 'products' | 'methods' | 'discountCodes' | 'customers' | 'refundedProducts';

type TopRowsProps = {
  report: TopReport;
  rows: ReportRow[];
  analytics: Analytics;
  drillDown?: DrillDown | false;
  /** The page or list of a row. */
  linkOf?: ((row: ReportRow) => string) | false;
};

const UNITS_SOLD = { label: columns.units, cell: ({ units }: ReportRow) => wholeNumber(units), numeric: true };
/** Of these there is no page. */
const isDeleted = ({ name }: ReportRow) =>
  name === analyticsMessages.deletedCustomer || name === analyticsMessages.deletedProduct;
const NOTES: Partial<Record<TopReport, string>> = notes;

/** The top rows of a report by value. Shares are of total revenue, where the value is revenue. */
export function TopRows({ report, rows, analytics, drillDown, linkOf }: TopRowsProps) {
  const countsUnits = report === 'categories' || report === 'products';
  const isRefund = report === 'refundedProducts';
  const value = countsUnits ? columns.value : isRefund ? columns.refunded : columns.revenue;
  const total = analytics.totals.revenue;
  const changeOf = (row: ReportRow) => <RowChange row={row} lessIsBetter={isRefund} />;
  const nameOf = (row: ReportRow) =>
    linkOf && !isDeleted(row) ? (
      <Link to={linkOf(row)} className="text-violet underline underline-offset-4">
        {row.name}
      </Link>
    ) : (
      row.name
    );
  const table = [
    { label: columns.name, cell: nameOf },
    {
      label: isRefund ? columns.refunds : columns.orders,
      cell: ({ orders }: ReportRow) => wholeNumber(orders),
      numeric: true,
    },
    ...(countsUnits ? [UNITS_SOLD] : []),
    ...(countsUnits || isRefund
      ? []
      : [{ label: columns.share, cell: ({ revenue }: ReportRow) => percent(revenue / (total || 1)), numeric: true }]),
    { label: value, cell: ({ revenue }: ReportRow) => dollars(revenue), numeric: true },
    ...(analytics.range.before ? [{ label: columns.change, cell: changeOf, numeric: true }] : []),
  ];
  const title = analyticsMessages.reports[report];
  return (
    <Report report={report} analytics={analytics} note={NOTES[report]} empty={rows.length === 0} drillDown={drillDown}>
      <BarList
        label={title}
        bars={rows.slice(0, BARS).map((row) => ({
          key: row.key,
          name: nameOf(row),
          value: row.revenue,
          text: dollars(row.revenue),
          more: changeOf(row),
        }))}
      />
      <AsTable>
        <Table caption={title} columns={table} rows={rows} keyOf={({ key }) => key} />
      </AsTable>
    </Report>
  );
}

function RowChange({ row: { revenue, before }, lessIsBetter }: { row: ReportRow; lessIsBetter: boolean }) {
  const change = percentChange(revenue, before);
  if (change === null) return null;
  return (
    <Change change={change} lessIsBetter={lessIsBetter}>
      {analyticsMessages.change(change)}
    </Change>
  );
}
