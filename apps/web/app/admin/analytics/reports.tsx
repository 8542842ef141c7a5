import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics, FunnelStep } from '@shop/contracts/analytics/schema';
import { AsTable, BarList } from '#admin/kit/chart.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { daysQuery } from '#admin/kit/range-url.ts';
import { percent, wholeNumber } from '#lib/format.ts';
import { Table } from '#ui/table.tsx';
import { Report } from './report.tsx';
import { TopRows } from './top-rows.tsx';

const { columns, notes, reports } = analyticsMessages;

export function Funnel({ analytics }: { analytics: Analytics }) {
  const { funnel, totals } = analytics;
  const visits = funnel[0]?.count ?? 0;
  const table = [
    { label: columns.step, cell: ({ step }: FunnelStep) => analyticsMessages.steps[step] },
    { label: columns.count, cell: ({ count }: FunnelStep) => wholeNumber(count), numeric: true },
    {
      label: columns.ofVisits,
      cell: ({ count }: FunnelStep) => (visits > 0 ? percent(count / visits) : analyticsMessages.noFigure),
      numeric: true,
    },
  ];
  return (
    <Report report="funnel" analytics={analytics} note={notes.funnel} empty={funnel.every(({ count }) => count === 0)}>
      <BarList
        label={reports.funnel}
        bars={funnel.map(({ step, count }) => ({
          key: step,
          name: analyticsMessages.steps[step],
          value: count,
          text: wholeNumber(count),
        }))}
      />
      <p className="mt-4 font-semibold">
        {totals.abandonment === null
          ? analyticsMessages.noCarts
          : analyticsMessages.abandonment(percent(totals.abandonment))}
      </p>
      <AsTable>
        <Table caption={reports.funnel} columns={table} rows={funnel} keyOf={({ step }) => step} />
      </AsTable>
    </Report>
  );
}

/** New and returning customers, and those with the highest revenue. */
export function Customers({ analytics }: { analytics: Analytics }) {
  const { customers, totals } = analytics;
  if (!customers) return null;
  const returning = Math.round((totals.returning ?? 0) * totals.orders);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <TopRows
        report="customers"
        rows={customers}
        analytics={analytics}
        drillDown={{ to: '/admin/customers', label: analyticsMessages.viewCustomers }}
        linkOf={({ key }) => `/admin/customers/${key}`}
      />
      <div className="rounded-card border border-line bg-paper p-4 tablet:p-6">
        <DetailList
          of={{
            [analyticsMessages.newCustomers]: wholeNumber(totals.customers),
            [analyticsMessages.ordersOfNew]: wholeNumber(totals.orders - returning),
            [analyticsMessages.ordersOfReturning]: wholeNumber(returning),
          }}
        />
      </div>
    </div>
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
    <Report
      report="searches"
      analytics={analytics}
      note={notes.searches}
      empty={searches.length === 0}
      drillDown={{ to: `/admin/demand?${daysQuery(analytics.range)}`, label: analyticsMessages.viewDemand }}
    >
      <Table caption={reports.searches} columns={SEARCHES} rows={searches} keyOf={({ query }) => query} />
    </Report>
  );
}
