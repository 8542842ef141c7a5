import type { Tasks } from '#platform/queue/tasks.ts';
import { expireReturns } from './service.ts';

export const returnTasks: Tasks = {
  expire_returns: async (_payload, { db, log }) => {
    const failed = await expireReturns(db, (error, returnId) =>
      log.error({ err: error, returnId }, 'A return could not be closed as expired.'),
    );
    // The queue tries again, and lists a job that keeps failing.
    if (failed > 0) throw new Error(`${failed} returns could not be closed as expired.`);
  },
};
