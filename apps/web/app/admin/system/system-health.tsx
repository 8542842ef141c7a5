import { systemMessages as texts } from '@shop/contracts/system/messages';
import type { SystemReport } from '@shop/contracts/system/schema';
import { Panel } from '#admin/kit/admin-page.tsx';
import { DetailList } from '#admin/kit/detail-list.tsx';
import { useDates } from '#lib/dates.ts';
import { Notice } from '#ui/notice.tsx';
import { Table } from '#ui/table.tsx';

const LATE_MS = 5 * 60_000;

type Task = SystemReport['queue']['byTask'][number];
const TASKS = [
  { label: texts.task, cell: ({ task }: Task) => task },
  { label: texts.jobs, cell: ({ jobs }: Task) => jobs, numeric: true },
];

export function SystemHealth({ report, now }: { report: SystemReport; now: number }) {
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
