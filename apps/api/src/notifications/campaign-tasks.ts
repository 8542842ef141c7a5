import type { Tasks } from '#platform/tasks.ts';
import { sendNextBatch } from './campaigns.ts';

export const campaignTasks: Tasks = {
  /** One batch a run, each queues the next; the one of every minute takes up what a dead worker left. */
  send_campaigns: (_payload, { db }) => sendNextBatch(db),
};
