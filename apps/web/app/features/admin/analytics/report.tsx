import type { Report as ReportName } from '@shop/contracts/analytics/constants';
import { analyticsMessages } from '@shop/contracts/analytics/messages';
import type { Analytics } from '@shop/contracts/analytics/schema';
import type { ReactNode } from 'react';
import { Panel } from '#features/admin/shared/admin-page.tsx';

type ReportProps = {
  report: ReportName;
  analytics: Analytics;
  note?: string;
  empty: boolean;
  children: ReactNode;
};

/** A report with its CSV download, or a text if it is empty. */
export function Report({ report, analytics: { period, by }, note, empty, children }: ReportProps) {
  const title = analyticsMessages.reports[report];
  return (
    <Panel title={title}>
      {note && <p className="mb-4 text-ink-muted text-small">{note}</p>}
      {empty ? (
        <p className="text-ink-soft">{analyticsMessages.empty}</p>
      ) : (
        <>
          {children}
          <a
            href={`/api/admin/analytics/${report}?${new URLSearchParams({ period, by })}`}
            download
            aria-label={analyticsMessages.csvOf(title)}
            className="mt-2 inline-flex min-h-11 items-center font-semibold text-small text-violet underline underline-offset-4"
          >
            {analyticsMessages.csv}
          </a>
        </>
      )}
    </Panel>
  );
}
