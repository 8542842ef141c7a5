import type { Tasks } from '#platform/tasks.ts';
import { tellAdmins } from './service.ts';

export const alertTasks: Tasks = {
  tell_admins: (_payload, { db }) => tellAdmins(db, new Date()),
};
