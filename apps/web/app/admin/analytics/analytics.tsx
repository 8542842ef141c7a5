import { type exportAnalyticsReport, getAnalytics } from '@shop/contracts/analytics/admin-operations';
import { CHARTS, type Chart, LESS_IS_BETTER } from '@shop/contracts/analytics/constants';
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import { type Analytics, type FunnelStep, Granularity } from '@shop/contracts/analytics/schema';
import { dollars } from '@shop/contracts/common/money';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { AsTable, BarList } from '#admin/kit/chart.tsx';
import { DateRangePicker } from '#admin/kit/date-range.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FiguresChart, figureText } from '#admin/kit/figures-chart.tsx';
import { Change, KpiTile, KpiTiles } from '#admin/kit/kpi-tile.tsx';
import { loadInRange } from '#admin/kit/load-range.server.ts';
import { daysQuery, reportQuery } from '#admin/kit/range-url.ts';
import { useCan } from '#admin/kit/staff.ts';
import { useListUrl } from '#admin/kit/use-list-url.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { percent, wholeNumber } from '#lib/format.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { classes } from '#ui/classes.ts';
import { Table } from '#ui/table.tsx';
import type { Route } from './+types/analytics';
import { Deliveries } from './deliveries.tsx';
import { percentChange } from './percent-change.ts';
import { Report } from './report.tsx';
import { TopRows } from './top-rows.tsx';

export const loader = ({ request, url }: Route.LoaderArgs) =>
  loadInRange(request, getAnalytics, url.searchParams, ['by']);

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

export default function AnalyticsPage({ loaderData: { figures: analytics, errors } }: Route.ComponentProps) {
  const can = useCan();
  const { range, categories, products, methods, discountCodes, refundedProducts } = analytics;
  const orders = `/admin/orders?${daysQuery(range)}`;
  const toProducts = can('products.read') && { to: '/admin/products', label: texts.viewProducts };
  const toOrders = can('orders.read') && { to: orders, label: texts.viewOrders };
  const toProduct = can('products.read') && (({ key }: { key: string }) => `/admin/products/edit/${key}`);
  return (
    <AdminPage title={texts.title} actions={<DateRangePicker range={range} errors={errors} />}>
      <div className="grid grid-cols-1 gap-4">
        <FigureTiles analytics={analytics} />
        <div className="grid grid-cols-1 items-start gap-4 desktop:grid-cols-2">
          <TopRows
            report="categories"
            rows={categories}
            analytics={analytics}
            drillDown={toProducts}
            linkOf={
              can('products.read') && (({ name }) => `/admin/products?${new URLSearchParams({ category: name })}`)
            }
          />
          <TopRows report="products" rows={products} analytics={analytics} drillDown={toProducts} linkOf={toProduct} />
          <Customers analytics={analytics} />
          <TopRows
            report="refundedProducts"
            rows={refundedProducts}
            analytics={analytics}
            drillDown={can('orders.read') && { to: `${orders}&payment=refunded`, label: texts.viewRefunded }}
            linkOf={toProduct}
          />
          <TopRows report="methods" rows={methods} analytics={analytics} drillDown={toOrders} />
          <TopRows
            report="discountCodes"
            rows={discountCodes}
            analytics={analytics}
            drillDown={can('promotions.read') && { to: '/admin/promotions', label: texts.viewDiscountCodes }}
          />
          <Deliveries analytics={analytics} />
          <Funnel analytics={analytics} />
          <ZeroResultSearches analytics={analytics} />
        </div>
        <p className="text-ink-soft text-small">{texts.explained(range.timeZone)}</p>
      </div>
    </AdminPage>
  );
}

const LINK = 'inline-flex min-h-11 items-center font-semibold text-small text-violet underline underline-offset-4';

/** Eight figures; the one in the URL is drawn below them. */
function FigureTiles({ analytics }: { analytics: Analytics }) {
  const titleId = useId();
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  const current = CHARTS.find((chart) => chart === search.get('chart')) ?? 'revenue';
  const { range, by, points, totals } = analytics;
  const title = texts.chartTitle[by](texts.charts[current]);
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-card border border-line bg-paper shadow-1">
      <h2 id={titleId} className="sr-only">
        {texts.keyFigures}
      </h2>
      <KpiTiles>
        {CHARTS.map((chart) => (
          <KpiTile
            key={chart}
            label={texts.charts[chart]}
            to={toUrl({ chart: chart === 'revenue' ? undefined : chart })}
            isCurrent={chart === current}
            value={figureText(chart, totals[chart])}
            values={points.map((point) => point[chart])}
          >
            {chart === 'revenue' && totals.unpaid > 0 && <p>{texts.unpaid(dollars(totals.unpaid))}</p>}
            {chart === 'refunds' && <p>{texts.refundCount(totals.refundCount)}</p>}
            <Comparison chart={chart} analytics={analytics} />
          </KpiTile>
        ))}
      </KpiTiles>
      <section aria-label={title} className="p-4 tablet:p-5">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="font-semibold text-[15px] leading-[22px]">{title}</h3>
          <Granularities by={by} />
        </div>
        {hintOf(current) && <p className="mb-2 text-[13px] text-ink-muted">{hintOf(current)}</p>}
        <FiguresChart chart={current} title={title} points={points} range={range} by={by} />
        <ChartLinks chart={current} analytics={analytics} />
      </section>
    </section>
  );
}

const hintOf = (chart: Chart) => {
  const hints: Partial<Record<Chart, string>> = texts.chartHints;
  return hints[chart];
};

function Comparison({ chart, analytics: { totals, totalsBefore } }: { chart: Chart; analytics: Analytics }) {
  if (!totalsBefore) return null;
  const change = percentChange(totals[chart], totalsBefore[chart]);
  if (change === null) return <p>{texts.nothingBefore}</p>;
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <Change change={change} lessIsBetter={LESS_IS_BETTER.includes(chart)}>
        {texts.change(change)}
      </Change>
      {texts.before(figureText(chart, totalsBefore[chart]))}
    </p>
  );
}

function Granularities({ by }: Pick<Analytics, 'by'>) {
  const toUrl = useListUrl();
  return (
    <nav aria-label={texts.by} className="flex rounded-control border border-line p-0.5">
      {Granularity.options.map((granularity) => (
        <Link
          key={granularity}
          to={toUrl({ by: granularity })}
          preventScrollReset
          aria-current={granularity === by || undefined}
          className={classes(
            'inline-flex min-h-[30px] items-center rounded-control px-3 text-[13px] max-tablet:min-h-10',
            'hover:text-violet-deep aria-[current]:bg-violet-tint aria-[current]:font-semibold',
          )}
        >
          {texts.granularities[granularity]}
        </Link>
      ))}
    </nav>
  );
}

/** The list behind the figure, and the figures as CSV. */
function ChartLinks({ chart, analytics: { range, by } }: { chart: Chart; analytics: Analytics }) {
  const can = useCan();
  const report = chart === 'refunds' ? 'refunds' : 'sales';
  const lists: Partial<Record<Chart, { to: string; label: string }>> = {
    customers: can('customers.read') ? { to: '/admin/customers', label: texts.viewCustomers } : undefined,
    refunds: { to: `/admin/orders?${daysQuery(range)}&payment=refunded`, label: texts.viewRefunded },
  };
  const list = lists[chart] ?? { to: `/admin/orders?${daysQuery(range)}`, label: texts.viewOrders };
  return (
    <p className="mt-2 flex flex-wrap gap-x-6">
      {can('orders.read') && (
        <Link to={list.to} className={LINK}>
          {list.label}
        </Link>
      )}
      <a
        href={apiUrl<typeof exportAnalyticsReport>('GET /admin/analytics/:report', {
          params: { report },
          search: new URLSearchParams(reportQuery(range, by)),
        })}
        download
        aria-label={texts.csvOf(texts.reports[report])}
        className={LINK}
      >
        {texts.csv}
      </a>
    </p>
  );
}

const { columns, notes, reports } = texts;

function Funnel({ analytics }: { analytics: Analytics }) {
  const { funnel, totals } = analytics;
  const visits = funnel[0]?.count ?? 0;
  const table = [
    { label: columns.step, cell: ({ step }: FunnelStep) => texts.steps[step] },
    { label: columns.count, cell: ({ count }: FunnelStep) => wholeNumber(count), numeric: true },
    {
      label: columns.ofVisits,
      cell: ({ count }: FunnelStep) => (visits > 0 ? percent(count / visits) : texts.noFigure),
      numeric: true,
    },
  ];
  return (
    <Report report="funnel" analytics={analytics} note={notes.funnel} empty={funnel.every(({ count }) => count === 0)}>
      <BarList
        label={reports.funnel}
        bars={funnel.map(({ step, count }) => ({
          key: step,
          name: texts.steps[step],
          value: count,
          text: wholeNumber(count),
        }))}
      />
      <p className="mt-4 font-semibold">
        {totals.abandonment === null ? texts.noCarts : texts.abandonment(percent(totals.abandonment))}
      </p>
      <AsTable>
        <Table caption={reports.funnel} columns={table} rows={funnel} keyOf={({ step }) => step} />
      </AsTable>
    </Report>
  );
}

/** New and returning customers, and those with the highest revenue. */
function Customers({ analytics }: { analytics: Analytics }) {
  const { customers, totals } = analytics;
  if (!customers) return null;
  const returning = Math.round((totals.returning ?? 0) * totals.orders);
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <TopRows
        report="customers"
        rows={customers}
        analytics={analytics}
        drillDown={{ to: '/admin/customers', label: texts.viewCustomers }}
        linkOf={({ key }) => `/admin/customers/${key}`}
      />
      <div className="rounded-card border border-line bg-paper p-4 tablet:p-6">
        <DetailList
          of={{
            [texts.newCustomers]: wholeNumber(totals.customers),
            [texts.ordersOfNew]: wholeNumber(totals.orders - returning),
            [texts.ordersOfReturning]: wholeNumber(returning),
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

function ZeroResultSearches({ analytics }: { analytics: Analytics }) {
  const { searches } = analytics;
  return (
    <Report
      report="searches"
      analytics={analytics}
      note={notes.searches}
      empty={searches.length === 0}
      drillDown={{ to: `/admin/demand?${daysQuery(analytics.range)}`, label: texts.viewDemand }}
    >
      <Table caption={reports.searches} columns={SEARCHES} rows={searches} keyOf={({ query }) => query} />
    </Report>
  );
}
