import { systemMessages as texts } from '@shop/contracts/system/messages';
import type { FailedJob } from '@shop/contracts/system/schema';
import { Form } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { ExactTime } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { Table } from '#ui/table.tsx';

const COLUMNS = [
  { label: texts.task, cell: ({ task }: FailedJob) => task },
  { label: texts.attempts, cell: ({ attempts }: FailedJob) => attempts, numeric: true },
  { label: texts.error, cell: ({ error }: FailedJob) => error },
  { label: texts.since, cell: ({ at }: FailedJob) => <ExactTime at={at} /> },
];
const ACTIONS = { label: texts.actions, cell: (job: FailedJob) => <Actions {...job} /> };

export function FailedJobs({ jobs }: { jobs: FailedJob[] }) {
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
