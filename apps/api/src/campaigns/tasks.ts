import { Id } from '@shop/contracts/common/schema';
import { z } from 'zod';
import type { Tasks } from '#platform/queue/tasks.ts';
import { sendNextBatch, startScheduledCampaign } from './batches.ts';

const ScheduledStart = z.object({ campaignId: Id, scheduledAt: z.coerce.date() });

export const campaignTasks = {
  /** One batch per run, each enqueues the next; the run every minute resumes after a worker that died. */
  send_campaigns: (_payload, { db, authSecret }) => sendNextBatch(db, authSecret),
  start_campaign: (payload, { db }) => startScheduledCampaign(db, ScheduledStart.parse(payload)),
} satisfies Tasks;
