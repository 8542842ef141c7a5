import { Id } from '@shop/contracts/common';
import { z } from 'zod';
import type { Tasks } from '#platform/tasks.ts';
import { sendNextBatch } from './campaigns.ts';
import { NOTIFICATIONS_CHANNEL } from './service.ts';

const Announcement = z.object({ userIds: z.array(Id) });

export const notificationTasks = {
  /** Tells every API process whose open pages should look. Without Redis nobody hears it, and they look by themselves. */
  async publish_notifications(payload, { redis }) {
    const { userIds } = Announcement.parse(payload);
    await redis.attempt((client) => client.publish(NOTIFICATIONS_CHANNEL, userIds.join(',')));
  },
  /** One batch a run, each queues the next; the one of every minute takes up what a dead worker left. */
  send_campaigns: (_payload, { db }) => sendNextBatch(db),
} satisfies Tasks;
