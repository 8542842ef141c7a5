import type { exportAnalyticsReport } from '@shop/contracts/analytics/admin-operations';
import { CHARTS, type Chart, LESS_IS_BETTER } from '@shop/contracts/analytics/constants';
import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import { type Analytics, Granularity } from '@shop/contracts/analytics/schema';
import { dollars } from '@shop/contracts/common/money';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { FiguresChart, figureText } from '#admin/kit/figures-chart.tsx';
import { Change, KpiTile, KpiTiles } from '#admin/kit/kpi-tile.tsx';
import { daysQuery, reportQuery } from '#admin/kit/range-url.ts';
import { useCan } from '#admin/kit/staff.ts';
import { useListUrl } from '#admin/kit/use-list-url.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { classes } from '#ui/classes.ts';
import { percentChange } from './percent-change.ts';

const LINK = 'inline-flex min-h-11 items-center font-semibold text-small text-violet underline underline-offset-4';

/** Eight figures; the one in the URL is drawn below them. */
export function FigureTiles({ analytics }: { analytics: Analytics }) {
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
