import type { Tasks } from '#platform/queue/tasks.ts';
import { expireReturns } from './service.ts';

export const returnTasks: Tasks = {
  expire_returns: (_payload, { db }) => expireReturns(db),
};
