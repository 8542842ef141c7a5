import { CARDS, type Chart, LESS_IS_BETTER } from '@shop/contracts/analytics/constants';
import { dashboardMessages as texts } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { FiguresPoint, Granularity, ReportedRange } from '@shop/contracts/analytics/schema';
import { daysBetween } from '@shop/contracts/common/days';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { UNITS } from '#admin/kit/chart-units.ts';
import { CHART_UNITS, FiguresChart } from '#admin/kit/figures-chart.tsx';
import { Change, KpiTile, KpiTiles } from '#admin/kit/kpi-tile.tsx';
import { rangeText } from '#admin/kit/range-text.ts';
import { rangeQuery } from '#admin/kit/range-url.ts';
import { useListUrl } from '#admin/kit/use-list-url.ts';
import { LINK } from './attention.tsx';

type Cards = NonNullable<Dashboard['cards']>;
type Card = (typeof CARDS)[number];
type SummaryCardsProps = { cards: Cards; points: FiguresPoint[]; range: ReportedRange };

/** The four figures and the chart of one of them, chosen by the URL. */
export function SummaryCards({ cards, points, range }: SummaryCardsProps) {
  const titleId = useId();
  const [search] = useSearchParams();
  const toUrl = useListUrl();
  const current = CARDS.find((name) => name === search.get('chart')) ?? 'revenue';
  const by = granularityOf(points, range);
  const title = analyticsMessages.chartTitle[by](analyticsMessages.charts[current]);
  return (
    <section aria-labelledby={titleId} className="min-w-0 rounded-card border border-line bg-paper shadow-1">
      <h2 id={titleId} className="sr-only">
        {texts.keyFigures}
      </h2>
      <KpiTiles>
        {CARDS.map((name) => (
          <KpiTile
            key={name}
            label={texts.cards[name]}
            to={toUrl({ chart: name === 'revenue' ? undefined : name })}
            isCurrent={name === current}
            value={valueText(name, cards[name].value)}
            values={points.map((point) => point[name])}
          >
            <p>{range.isDefault ? texts.thisMonth : rangeText(range)}</p>
            {name === 'revenue' && cards.revenue.unpaid > 0 && (
              <p>{analyticsMessages.unpaid(UNITS.dollars.whole(cards.revenue.unpaid))}</p>
            )}
            <CardChange name={name} change={cards[name].change} range={range} />
          </KpiTile>
        ))}
      </KpiTiles>
      <section aria-label={title} className="p-4 tablet:p-5">
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="font-semibold text-[15px] leading-[22px]">{title}</h3>
          <Link to={`/admin/analytics?${rangeQuery(search, ['chart'])}`} className={LINK}>
            {texts.openInAnalytics}
          </Link>
        </div>
        <FiguresChart chart={current} title={title} points={points} range={range} by={by} />
      </section>
      <p className="border-line border-t px-4 py-3 text-[13px] text-ink-muted tablet:px-5">
        {range.isDefault ? texts.explained(range.timeZone) : texts.explainedRange(range.timeZone)}
      </p>
    </section>
  );
}

const valueText = (name: Card, value: number | null) =>
  value === null ? texts.noCarts : UNITS[CHART_UNITS[name]].whole(value);

/** The API groups more than three months by month: there are fewer points than days. */
const granularityOf = (points: FiguresPoint[], { from, to }: ReportedRange): Granularity =>
  points.length > 0 && points.length <= daysBetween(from, to) ? 'month' : 'day';

type CardChangeProps = { name: Chart; change: number | null; range: ReportedRange };

/** "From last month" is the comparison of the range without chosen days. */
function CardChange({ name, change, range: { isDefault, compare, before } }: CardChangeProps) {
  if (!before) return null;
  const isLastMonth = isDefault && compare === 'previous';
  if (change === null) return <p>{isLastMonth ? texts.nothingLastMonth : texts.nothingEarlier(rangeText(before))}</p>;
  return (
    <p className="mt-1">
      <Change change={change} lessIsBetter={LESS_IS_BETTER.includes(name)}>
        {isLastMonth ? texts.fromLastMonth(change) : texts.fromEarlier(change, rangeText(before))}
      </Change>
    </p>
  );
}
