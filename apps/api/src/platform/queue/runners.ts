import { type Logger, run, type TaskList } from 'graphile-worker';
import type { Connection } from '#platform/database/connection.ts';

type Runners = {
  pool: Connection['pool'];
  /** Tasks that share slots: each lane has a runner of its own, and its jobs wait for no other lane. */
  lanes: { slots: number; tasks: TaskList }[];
  crontab: string;
  logger: Logger;
};

export const startRunners = ({ pool, lanes, crontab, logger }: Runners) =>
  Promise.all(
    lanes.map(({ slots, tasks }, index) =>
      run({
        pgPool: pool,
        taskList: tasks,
        // One of them enqueues what is scheduled.
        crontab: index === 0 ? crontab : '',
        concurrency: slots,
        noHandleSignals: true,
        logger,
      }),
    ),
  );
