import { Id } from '@shop/contracts/common/schema';
import { z } from 'zod';
import type { Tasks } from '#platform/queue/tasks.ts';
import { sendNextBatch, startScheduledCampaign } from './campaigns/batches.ts';
import { deleteOldNotifications } from './reading-queries.ts';
import { NOTIFICATIONS_CHANNEL } from './service.ts';

const Announcement = z.object({ userIds: z.array(Id) });
const ScheduledStart = z.object({ campaignId: Id, scheduledAt: z.coerce.date() });

export const notificationTasks = {
  /** Publishes to the API processes whose streams to update. Without Redis they update at their next turn. */
  async publish_notifications(payload, { redis }) {
    const { userIds } = Announcement.parse(payload);
    await redis.attempt((client) => client.publish(NOTIFICATIONS_CHANNEL, userIds.join(',')));
  },
  /** One batch per run, each enqueues the next; the run every minute resumes after a worker that died. */
  send_campaigns: (_payload, { db, authSecret }) => sendNextBatch(db, authSecret),
  async delete_old_notifications(_payload, { db }) {
    await deleteOldNotifications(db);
  },
  start_campaign: (payload, { db }) => startScheduledCampaign(db, ScheduledStart.parse(payload)),
} satisfies Tasks;
