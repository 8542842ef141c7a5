import { analyticsMessages as texts } from '@shop/contracts/analytics/messages';
import type { Analytics, Promises } from '@shop/contracts/analytics/schema';
import type { exportReturnReasons } from '@shop/contracts/returns/admin-operations';
import { Link } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { daysQuery } from '#admin/kit/range-url.ts';
import { useCan } from '#admin/kit/staff.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { percent, wholeNumber } from '#lib/format.ts';
import { REPORT_LINK } from './report.tsx';

const keptText = ({ due, kept }: Promises) =>
  due > 0 ? texts.countAndShare(wholeNumber(kept), percent(kept / due)) : texts.noFigure;

/** The share of kept delivery promises, and why items come back. */
export function Deliveries({ analytics: { promises, range } }: { analytics: Analytics }) {
  const can = useCan();
  const days = daysQuery(range);
  return (
    <Panel title={texts.deliveries}>
      <p className="mb-4 text-ink-muted text-small">{texts.promisesHint}</p>
      <DetailList
        of={{
          [texts.promisesDue]: wholeNumber(promises.due),
          [texts.promisesKept]: keptText(promises),
          ...(promises.before && { [texts.promisesBefore]: keptText(promises.before) }),
        }}
      />
      <p className="mt-2 flex flex-wrap gap-x-6">
        {can('orders.read') && (
          <Link to="/admin/orders/at-risk" className={REPORT_LINK}>
            {texts.viewAtRisk}
          </Link>
        )}
        <Link to={`/admin/returns/reasons?${days}`} className={REPORT_LINK}>
          {texts.viewReturnReasons}
        </Link>
        <a
          href={apiUrl<typeof exportReturnReasons>('GET /admin/returns/reasons/export', {
            search: new URLSearchParams(days),
          })}
          download
          aria-label={texts.csvOf(texts.returnReasons)}
          className={REPORT_LINK}
        >
          {texts.csv}
        </a>
      </p>
    </Panel>
  );
}
