import type { Tasks } from '#platform/tasks.ts';
import { tellWaiting } from './service.ts';

export const waitlistTasks: Tasks = {
  tell_waiting: (_payload, { db }) => tellWaiting(db),
};
