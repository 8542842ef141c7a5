import type { Db } from '#db.ts';
import { queueMails } from '#mail/service.ts';
import { lockActiveUsers } from '#platform/active-user.ts';
import { listUninvited } from './queries.ts';

const BATCH = 500;

/** Once for each order: it is the mail's key. Whether the buyer wants such mails is looked at when it is sent. */
export async function inviteToReview(db: Db) {
  for (;;) {
    const invitations = await listUninvited(db, BATCH);
    await db.transaction(async (tx) => {
      const buyers = await lockActiveUsers(
        tx,
        invitations.map(({ userId }) => userId),
      );
      const mails = invitations.flatMap(({ orderId, userId, pieces, slug }) => {
        const buyer = buyers.get(userId);
        if (!buyer) return [];
        const data = { name: buyer.name, pieces, path: `/product/${slug}/review` };
        return [{ kind: 'review_invitation' as const, to: buyer.email, userId, orderId, key: orderId, data }];
      });
      await queueMails(tx, mails);
    });
    if (invitations.length < BATCH) return;
  }
}
