import { Id } from '@shop/contracts/common/schema';
import { z } from 'zod';
import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldNotifications } from './reading-queries.ts';
import { NOTIFICATIONS_CHANNEL } from './service.ts';

const Announcement = z.object({ userIds: z.array(Id) });

export const notificationTasks = {
  /** Publishes to the API processes whose streams to update. Without Redis they update at their next turn. */
  async publish_notifications(payload, { redis }) {
    const { userIds } = Announcement.parse(payload);
    await redis.attempt((client) => client.publish(NOTIFICATIONS_CHANNEL, userIds.join(',')));
  },
  async delete_old_notifications(_payload, { db }) {
    await deleteOldNotifications(db);
  },
} satisfies Tasks;
