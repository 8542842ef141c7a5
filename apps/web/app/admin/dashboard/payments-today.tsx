import { COUNTED_TO } from '@shop/contracts/analytics/constants';
import { dashboardMessages as texts } from '@shop/contracts/analytics/dashboard-messages';
import type { PaymentsToday as Payments } from '@shop/contracts/analytics/dashboard-schema';
import { formatCharge } from '@shop/contracts/common/money';
import { Link } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { QuietState } from '#admin/kit/cells.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useDates } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { LINK } from './attention.tsx';

/** Today's sums by our records and by the provider's reports. */
export function PaymentsToday({ payments: { sums, differences, comparedAt } }: { payments: Payments }) {
  const { dateTime } = useDates();
  const areEqual = sums.every(({ oursMinor, providerMinor }) => oursMinor === providerMinor);
  return (
    <Panel title={texts.paymentsToday}>
      {sums.length === 0 && <p className="text-ink-soft text-small">{texts.noPayments}</p>}
      {sums.map(({ currency, oursMinor, providerMinor }) => (
        <DetailList
          key={currency}
          of={{
            [texts.ourRecords]: formatCharge(oursMinor, currency),
            [texts.provider]: formatCharge(providerMinor, currency),
          }}
        />
      ))}
      <p className="mt-3 text-small">
        {differences === 0 && areEqual ? (
          <QuietState dot="good">{texts.noDifferences}</QuietState>
        ) : (
          <Link to="/admin/payments">
            <Badge tone="cancelled">
              {differences > 0 ? texts.differences(countText(differences)) : texts.sumsDiffer}
            </Badge>
          </Link>
        )}
      </p>
      <p className="mt-2 text-[13px] text-ink-muted">
        {comparedAt ? texts.comparedAt(dateTime(new Date(comparedAt))) : texts.reportedSoFar}
      </p>
      <Link to="/admin/payments" className={LINK}>
        {texts.payments}
      </Link>
    </Panel>
  );
}

const countText = (count: number) => (count > COUNTED_TO ? `${COUNTED_TO}+` : `${count}`);
