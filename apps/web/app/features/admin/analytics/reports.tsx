import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics, FunnelStep, SalesPoint } from '@shop/contracts/analytics/schema';
import { dollars } from '@shop/contracts/common/money';
import { BarChart, LineChart } from '#features/admin/charts/chart.tsx';
import { percent, shortDate, wholeNumber } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { Report } from './report.tsx';

const { columns, notes, reports } = analyticsMessages;

const SALES = [
  { label: columns.start, cell: ({ start }: SalesPoint) => shortDate(new Date(start)) },
  { label: columns.revenue, cell: ({ revenue }: SalesPoint) => dollars(revenue), numeric: true },
  { label: columns.revenueBefore, cell: ({ before }: SalesPoint) => dollars(before.revenue), numeric: true },
  { label: columns.orders, cell: ({ orders }: SalesPoint) => wholeNumber(orders), numeric: true },
  { label: columns.ordersBefore, cell: ({ before }: SalesPoint) => wholeNumber(before.orders), numeric: true },
];

export function SalesOverTime({ analytics }: { analytics: Analytics }) {
  const { sales } = analytics;
  return (
    <Report report="sales" analytics={analytics} empty={sales.length === 0}>
      <Totals analytics={analytics} />
      <LineChart
        points={sales.map(({ start, revenue, before }) => ({
          label: shortDate(new Date(start)),
          value: revenue,
          before: before.revenue,
        }))}
        name={columns.revenue}
        beforeName={columns.revenueBefore}
        unit="dollars"
        table={<Table caption={reports.sales} columns={SALES} rows={sales} keyOf={({ start }) => start} />}
      />
    </Report>
  );
}

type Metrics = Analytics['totalsBefore'];
const TOTALS: [name: keyof typeof analyticsMessages.totals, of: (metrics: Metrics) => string][] = [
  ['revenue', ({ revenue }) => dollars(revenue)],
  ['orders', ({ orders }) => wholeNumber(orders)],
  ['units', ({ units }) => wholeNumber(units)],
  ['average', ({ revenue, orders }) => dollars(orders ? revenue / orders : 0)],
];

function Totals({ analytics: { totals, totalsBefore } }: { analytics: Analytics }) {
  return (
    <dl className="mb-6 grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 desktop:grid-cols-4">
      {TOTALS.map(([name, of]) => (
        <div key={name}>
          <dt className="text-ink-muted text-small">{analyticsMessages.totals[name]}</dt>
          <dd className="font-display text-tile tabular-nums">{of(totals)}</dd>
          {name === 'revenue' && totals.unpaid > 0 && (
            <dd className="text-ink-muted text-small">{analyticsMessages.unpaid(dollars(totals.unpaid))}</dd>
          )}
          <dd className="text-ink-muted text-small">{analyticsMessages.before(of(totalsBefore))}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Funnel({ analytics }: { analytics: Analytics }) {
  const { funnel, abandonment } = analytics;
  const visits = funnel[0]?.count ?? 0;
  const table = [
    { label: columns.step, cell: ({ step }: FunnelStep) => analyticsMessages.steps[step] },
    { label: columns.count, cell: ({ count }: FunnelStep) => wholeNumber(count), numeric: true },
    {
      label: columns.ofVisits,
      cell: ({ count }: FunnelStep) => (visits > 0 ? percent(count / visits) : '–'),
      numeric: true,
    },
  ];
  return (
    <Report report="funnel" analytics={analytics} note={notes.funnel} empty={funnel.every(({ count }) => count === 0)}>
      <BarChart
        bars={funnel.map(({ step, count }) => ({ name: analyticsMessages.steps[step], value: count }))}
        name={columns.count}
        unit="units"
        table={<Table caption={reports.funnel} columns={table} rows={funnel} keyOf={({ step }) => step} />}
      />
      <p className="mt-4 font-semibold">
        {abandonment === null ? analyticsMessages.noCarts : analyticsMessages.abandonment(percent(abandonment))}
      </p>
    </Report>
  );
}

type ZeroResultSearch = Analytics['searches'][number];
const SEARCHES = [
  { label: columns.query, cell: ({ query }: ZeroResultSearch) => query },
  { label: columns.count, cell: ({ count }: ZeroResultSearch) => wholeNumber(count), numeric: true },
];

export function ZeroResultSearches({ analytics }: { analytics: Analytics }) {
  const { searches } = analytics;
  return (
    <Report report="searches" analytics={analytics} note={notes.searches} empty={searches.length === 0}>
      <Table caption={reports.searches} columns={SEARCHES} rows={searches} keyOf={({ query }) => query} />
    </Report>
  );
}
