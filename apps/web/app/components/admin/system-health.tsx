import type { SystemReport } from '@shop/contracts/system';
import { systemMessages as words } from '@shop/contracts/system-texts';
import { Notice } from '#components/ui/notice.tsx';
import { Table } from '#components/ui/table.tsx';
import { exactTime } from '#lib/format.ts';
import { Panel } from './admin-page.tsx';
import { Facts } from './facts.tsx';

const LATE_MS = 5 * 60_000;

type Task = SystemReport['queue']['byTask'][number];
const TASKS = [
  { label: words.task, cell: ({ task }: Task) => task },
  { label: words.jobs, cell: ({ jobs }: Task) => jobs, numeric: true },
];

export function SystemHealth({ report, now }: { report: SystemReport; now: number }) {
  const { queue, workerSeenAt } = report;
  const late = !workerSeenAt || now - Date.parse(workerSeenAt) > LATE_MS;
  return (
    <>
      <Panel title={words.health}>
        {late && (
          <div className="mb-4">
            <Notice kind="error">{workerSeenAt ? words.workerLate : words.workerNever}</Notice>
          </div>
        )}
        <Facts
          of={{
            [words.version]: report.version,
            [words.started]: exactTime(report.startedAt),
            [words.node]: report.node,
            [words.postgres]: report.postgres,
            [words.database]: words.databaseMs(report.databaseMs),
            [words.schema]: report.schema,
            [words.redis]: report.redis ? words.redisOn : words.redisOff,
            [words.worker]: workerSeenAt ? words.workerSeen(exactTime(workerSeenAt)) : words.workerNever,
          }}
        />
      </Panel>
      <Panel title={words.queue}>
        <Facts
          of={{
            [words.waiting]: words.waitingCount(queue.waiting),
            [words.oldest]: queue.oldestDueAt ? exactTime(queue.oldestDueAt) : words.nothingDue,
          }}
        />
        {queue.byTask.length > 0 && (
          <div className="mt-4">
            <Table caption={words.byTask} columns={TASKS} rows={queue.byTask} keyOf={({ task }) => task} />
          </div>
        )}
      </Panel>
    </>
  );
}
