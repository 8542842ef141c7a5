import type { Tasks } from '#platform/queue/tasks.ts';
import { checkAllPages } from './check-figures.ts';

export const contentTasks: Tasks = {
  async check_page_figures(_payload, { db }) {
    await checkAllPages(db);
  },
};
