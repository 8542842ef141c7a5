import { getSystemReport, removeJob, retryJob } from '@shop/contracts/system/admin-operations';
import { systemMessages as texts } from '@shop/contracts/system/messages';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { FlashMessage } from '#ui/flash-message.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/system';
import { FailedJobs } from './failed-jobs.tsx';
import { IntegrityChecks } from './integrity-checks.tsx';
import { SystemHealth } from './system-health.tsx';

export async function loader({ request }: Route.LoaderArgs) {
  // The server's time, so that server and browser agree on what is late.
  return { report: await apiFor(request).read(getSystemReport), now: Date.now() };
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const text = (name: string) => String(form.get(name) ?? '');
  const [api, key] = [apiFor(request), formKeyOf(form, text('id'))];
  if (text('intent') === 'remove')
    return redirectAfterAction(url, 'removed', await api.call(removeJob, { params: { id: text('id') }, key }));
  return redirectAfterAction(url, 'retried', await api.call(retryJob, { params: { id: text('id') }, key }));
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.title);

const DONE = { retried: texts.retried, removed: texts.removed };

export default function SystemPage({ loaderData: { report, now }, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.title}>
      <FlashMessage texts={DONE} result={actionData} />
      <div className="grid grid-cols-1 items-start gap-6 desktop:grid-cols-2">
        <SystemHealth report={report} now={now} />
        <Panel title={texts.failedJobs} className="col-span-full">
          <FailedJobs jobs={report.failedJobs} />
        </Panel>
        <Panel title={texts.integrityChecks} className="col-span-full">
          <IntegrityChecks report={report} />
        </Panel>
        <Panel title={texts.payments} className="col-span-full">
          <p className="text-ink-soft">{texts.paymentsLead}</p>
          <TextLink to="/admin/payments">{texts.payments}</TextLink>
        </Panel>
      </div>
    </AdminPage>
  );
}
