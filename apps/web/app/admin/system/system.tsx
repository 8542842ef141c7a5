import { getSystemReport, removeJob, retryJob } from '@shop/contracts/system/admin-operations';
import { systemMessages as texts } from '@shop/contracts/system/messages';
import type { FailedJob, SystemReport } from '@shop/contracts/system/schema';
import { Form } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { ExactTime, useDates } from '#lib/dates.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/system';

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

const LATE_MS = 5 * 60_000;

type Task = SystemReport['queue']['byTask'][number];
const TASKS = [
  { label: texts.task, cell: ({ task }: Task) => task },
  { label: texts.jobs, cell: ({ jobs }: Task) => jobs, numeric: true },
];

function SystemHealth({ report, now }: { report: SystemReport; now: number }) {
  const { exactTime } = useDates();
  const { queue, workerSeenAt } = report;
  const late = !workerSeenAt || now - Date.parse(workerSeenAt) > LATE_MS;
  return (
    <>
      <Panel title={texts.health}>
        {late && (
          <div className="mb-4">
            <Notice kind="error">{workerSeenAt ? texts.workerLate : texts.workerNever}</Notice>
          </div>
        )}
        <DetailList
          of={{
            [texts.version]: report.version,
            [texts.started]: exactTime(report.startedAt),
            [texts.node]: report.node,
            [texts.postgres]: report.postgres,
            [texts.database]: texts.databaseMs(report.databaseMs),
            [texts.schema]: report.schema,
            [texts.redis]: report.redis ? texts.redisOn : texts.redisOff,
            [texts.worker]: workerSeenAt ? texts.workerSeen(exactTime(workerSeenAt)) : texts.workerNever,
          }}
        />
      </Panel>
      <Panel title={texts.queue}>
        <DetailList
          of={{
            [texts.waiting]: texts.waitingCount(queue.waiting),
            [texts.oldest]: queue.oldestDueAt ? exactTime(queue.oldestDueAt) : texts.nothingDue,
          }}
        />
        {queue.byTask.length > 0 && (
          <div className="mt-4">
            <Table caption={texts.byTask} columns={TASKS} rows={queue.byTask} keyOf={({ task }) => task} />
          </div>
        )}
      </Panel>
    </>
  );
}

const COLUMNS = [
  { label: texts.task, cell: ({ task }: FailedJob) => task },
  { label: texts.attempts, cell: ({ attempts }: FailedJob) => attempts, numeric: true },
  { label: texts.error, cell: ({ error }: FailedJob) => error },
  { label: texts.since, cell: ({ at }: FailedJob) => <ExactTime at={at} /> },
];
const ACTIONS = { label: texts.actions, cell: (job: FailedJob) => <Actions {...job} /> };

function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
  const canManageSystem = useCan()('system.manage');
  if (jobs.length === 0) return <p className="text-ink-soft">{texts.noFailedJobs}</p>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{texts.failedJobsHint}</p>
      <Table
        caption={texts.failedJobs}
        columns={canManageSystem ? [...COLUMNS, ACTIONS] : COLUMNS}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function Actions({ id, task }: FailedJob) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2 py-2 tablet:justify-start">
      <input type="hidden" name="id" value={id} />
      <FormKey />
      <Button type="submit" name="intent" value="retry" look="secondary" compact aria-label={texts.retryOf(task, id)}>
        {texts.retry}
      </Button>
      <Button type="submit" name="intent" value="remove" look="danger" compact aria-label={texts.removeOf(task, id)}>
        {texts.remove}
      </Button>
    </Form>
  );
}

type Rule = SystemReport['rules'][number];
const CHECK_COLUMNS = [
  { label: texts.check, cell: ({ id, rule }: Rule) => `${id}: ${rule}` },
  {
    label: texts.result,
    short: true,
    cell: ({ violations }: Rule) => (
      <Badge tone={violations > 0 ? 'cancelled' : 'delivered'}>
        {violations > 0 ? texts.violations(violations) : texts.passed}
      </Badge>
    ),
  },
];

/** Results of the last data integrity check, failed checks first. */
function IntegrityChecks({ report: { rules, checkedAt } }: { report: SystemReport }) {
  const { exactTime } = useDates();
  if (!checkedAt) return <Notice kind="info">{texts.neverChecked}</Notice>;
  const failedChecks = rules.filter(({ violations }) => violations > 0);
  return (
    <>
      <Notice kind={failedChecks.length > 0 ? 'error' : 'info'}>
        {failedChecks.length > 0 ? texts.failedChecks(failedChecks.length) : texts.allPassed(rules.length)}{' '}
        {texts.checked(exactTime(checkedAt))}
      </Notice>
      {failedChecks.length > 0 && (
        <div className="mt-4">
          <Table caption={texts.integrityChecks} columns={CHECK_COLUMNS} rows={failedChecks} keyOf={({ id }) => id} />
        </div>
      )}
      <details className="mt-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-violet">{texts.allChecks}</summary>
        <Table caption={texts.allChecks} columns={CHECK_COLUMNS} rows={rules} keyOf={({ id }) => id} />
      </details>
    </>
  );
}
