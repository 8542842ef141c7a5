import type { DeadJob } from '@shop/contracts/system';
import { systemMessages as words } from '@shop/contracts/system-texts';
import { Form } from 'react-router';
import { Button } from '#components/ui/button.tsx';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';
import { useMay } from './staff.ts';

const COLUMNS = [
  { label: words.task, cell: ({ task }: DeadJob) => task },
  { label: words.attempts, cell: ({ attempts }: DeadJob) => attempts, numeric: true },
  { label: words.error, cell: ({ error }: DeadJob) => error },
  { label: words.since, cell: ({ at }: DeadJob) => exactTime(at) },
];
const ACTIONS = { label: words.actions, cell: (job: DeadJob) => <Actions {...job} /> };

export function DeadJobs({ jobs }: { jobs: DeadJob[] }) {
  const mayMend = useMay()('system.mend');
  if (jobs.length === 0) return <p className="text-ink-soft">{words.noDead}</p>;
  return (
    <>
      <p className="mb-4 text-ink-soft">{words.deadHint}</p>
      <Table
        caption={words.dead}
        columns={mayMend ? [...COLUMNS, ACTIONS] : COLUMNS}
        rows={jobs}
        keyOf={({ id }) => id}
      />
    </>
  );
}

function Actions({ id, task }: DeadJob) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap justify-end gap-2 py-2 tablet:justify-start">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="retry" look="secondary" compact aria-label={words.retryOf(task, id)}>
        {words.retry}
      </Button>
      <Button type="submit" name="intent" value="remove" look="danger" compact aria-label={words.removeOf(task, id)}>
        {words.remove}
      </Button>
    </Form>
  );
}
