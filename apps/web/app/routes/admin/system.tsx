import { SystemReport } from '@shop/contracts/system';
import { systemMessages as words } from '@shop/contracts/system-texts';
import { z } from 'zod';
import { Outcome } from '#components/account/outcome.tsx';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { Books } from '#components/admin/books.tsx';
import { DeadJobs } from '#components/admin/dead-jobs.tsx';
import { SystemHealth } from '#components/admin/system-health.tsx';
import { TextLink } from '#components/admin/text-link.tsx';
import { afterDeed } from '#lib/admin-deed.server.ts';
import { adminMeta } from '#lib/admin-meta.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import type { Route } from './+types/system';

export async function loader({ request }: Route.LoaderArgs) {
  // The time of the server that asked, so that page and browser agree on what is late.
  return { report: await apiFor(request).get('/admin/system', SystemReport), now: Date.now() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const job = `/admin/system/jobs/${encodeURIComponent(text('id'))}`;
  if (text('intent') === 'remove') return afterDeed(url, 'removed', await api.delete(job, z.undefined()));
  return afterDeed(url, 'retried', await api.post(`${job}/retry`, z.undefined()));
}

export const meta = () => adminMeta(words.title);

const DONE = { retried: words.retried, removed: words.removed };

export default function SystemPage({ loaderData: { report, now }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={words.title}>
      <Outcome words={DONE} answer={actionData} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
        <SystemHealth report={report} now={now} />
        <Panel title={words.dead} className="col-span-full">
          <DeadJobs jobs={report.deadJobs} />
        </Panel>
        <Panel title={words.books} className="col-span-full">
          <Books report={report} />
        </Panel>
        <Panel title={words.payments} className="col-span-full">
          <p className="text-ink-soft">{words.paymentsLead}</p>
          <TextLink to="/admin/payments">{words.payments}</TextLink>
        </Panel>
      </div>
    </AdminPage>
  );
}
