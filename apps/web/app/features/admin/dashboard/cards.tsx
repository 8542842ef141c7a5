import { dashboardMessages } from '@shop/contracts/analytics/dashboard-messages';
import type { Dashboard } from '@shop/contracts/analytics/dashboard-schema';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import { dollars } from '@shop/contracts/common/money';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Panel } from '#features/admin/shared/admin-page.tsx';
import { percent, wholeDollars, wholeNumber } from '#lib/format.ts';
import { classes } from '#ui/classes.ts';

const A_MILLION = 1_000_000;

type Cards = NonNullable<Dashboard['cards']>;

const FORMATTERS: Record<keyof Cards, (value: number) => string> = {
  // From a million, cents are insignificant and do not fit.
  revenue: (value) => (value < A_MILLION ? dollars(value) : wholeDollars(value)),
  orders: wholeNumber,
  customers: wholeNumber,
  abandonment: percent,
};
const NAMES = Object.keys(FORMATTERS) as (keyof Cards)[];

export function SummaryCards({ cards }: { cards: Cards }) {
  return (
    <div className="grid grid-cols-1 gap-4 min-[30rem]:grid-cols-2 desktop:grid-cols-4">
      <p className="col-span-full text-ink-soft text-small">{dashboardMessages.explained}</p>
      {NAMES.map((name) => (
        <Panel key={name} title={dashboardMessages.cards[name]}>
          <p className="font-display text-h2 tabular-nums">
            {cards[name].value === null ? dashboardMessages.noCarts : FORMATTERS[name](cards[name].value)}
          </p>
          <p className="text-ink-muted text-small">{dashboardMessages.thisMonth}</p>
          {name === 'revenue' && cards.revenue.unpaid > 0 && (
            <p className="text-ink-muted text-small">
              {analyticsMessages.unpaid(FORMATTERS.revenue(cards.revenue.unpaid))}
            </p>
          )}
          <Change percent={cards[name].change} goodWhenLess={name === 'abandonment'} />
        </Panel>
      ))}
    </div>
  );
}

/** Sign and arrow carry the meaning; the color only adds whether the change is good. */
function Change({ percent: change, goodWhenLess }: { percent: number | null; goodWhenLess: boolean }) {
  if (change === null) return <p className="mt-2 text-ink-soft text-small">{dashboardMessages.nothingLastMonth}</p>;
  const Arrow = change < 0 ? ArrowDown : ArrowUp;
  const good = goodWhenLess ? change <= 0 : change >= 0;
  return (
    <p
      className={classes(
        'mt-2 flex items-center gap-1 font-semibold text-small',
        good ? 'text-delivered' : 'text-cancelled',
      )}
    >
      {change !== 0 && <Arrow aria-hidden className="size-4" />}
      {dashboardMessages.fromLastMonth(change)}
    </p>
  );
}
