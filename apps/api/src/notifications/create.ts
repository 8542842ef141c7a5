import type { Db } from '#platform/database/db.ts';
import { recordEffect } from '#platform/effects.ts';
import { enqueue } from '#platform/queue/queue.ts';
import { insertNotification } from './queries.ts';

/** Open streams get it after the commit, whichever process the transaction runs in: the worker publishes it. */
export async function createNotification(tx: Db, notification: Parameters<typeof insertNotification>[1]) {
  const recipient = await insertNotification(tx, notification);
  if (!recipient) return undefined;
  recordEffect({ kind: 'notification', count: 1 });
  await enqueue(tx, 'publish_notifications', { userIds: [notification.userId] });
  return recipient;
}
