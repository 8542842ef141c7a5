import type { exportAnalyticsReport } from '@shop/contracts/analytics/admin-operations';
import type { Report as ReportName } from '@shop/contracts/analytics/constants';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics } from '@shop/contracts/analytics/schema';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Panel } from '#admin/kit/admin-page.tsx';
import { reportQuery } from '#admin/kit/range-url.ts';
import { apiUrl } from '#lib/browser-api.ts';

/** The list that a report is about, with the same days where it has them. */
export type DrillDown = { to: string; label: string };

type ReportProps = {
  report: ReportName;
  analytics: Analytics;
  note?: string;
  empty: boolean;
  drillDown?: DrillDown | false;
  children: ReactNode;
};

export const REPORT_LINK =
  'inline-flex min-h-11 items-center font-semibold text-small text-violet underline underline-offset-4';

/** A report with its list and its CSV download, or a text if it is empty. */
export function Report({ report, analytics: { range, by }, note, empty, drillDown, children }: ReportProps) {
  const title = analyticsMessages.reports[report];
  return (
    <Panel title={title}>
      {note && <p className="mb-4 text-ink-muted text-small">{note}</p>}
      {empty ? (
        <p className="text-ink-soft">{analyticsMessages.empty}</p>
      ) : (
        <>
          {children}
          <p className="mt-2 flex flex-wrap gap-x-6">
            {drillDown && (
              <Link to={drillDown.to} className={REPORT_LINK}>
                {drillDown.label}
              </Link>
            )}
            <a
              href={apiUrl<typeof exportAnalyticsReport>('GET /admin/analytics/:report', {
                params: { report },
                search: new URLSearchParams(reportQuery(range, by)),
              })}
              download
              aria-label={analyticsMessages.csvOf(title)}
              className={REPORT_LINK}
            >
              {analyticsMessages.csv}
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}
