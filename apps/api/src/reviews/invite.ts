import type { Db } from '#db.ts';
import { queueMails } from '#mail/service.ts';
import { listUninvited } from './queries.ts';

const BATCH = 500;

/** Once for each order: it is the mail's key. Whether the buyer wants such mails is looked at when it is sent. */
export async function inviteToReview(db: Db) {
  for (;;) {
    const invitations = await listUninvited(db, BATCH);
    const mails = invitations.map(({ orderId, userId, email, name, pieces, slug }) => ({
      kind: 'review_invitation' as const,
      to: email,
      userId,
      orderId,
      key: orderId,
      data: { name, pieces, path: `/product/${slug}/review` },
    }));
    await db.transaction((tx) => queueMails(tx, mails));
    if (invitations.length < BATCH) return;
  }
}
