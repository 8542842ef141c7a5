import { queueEmails } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { lockActiveUsers } from '#platform/http/active-user.ts';
import { listUninvited } from './queries.ts';

const BATCH = 500;

/** Once per order, whose id is the email's key. Whether the customer wants such emails is checked when it is sent. */
export async function inviteToReview(db: Db) {
  for (;;) {
    const invitations = await db.run(listUninvited(BATCH));
    await db.transaction(async (tx) => {
      const customers = await lockActiveUsers(
        tx,
        invitations.map(({ userId }) => userId),
      );
      const messages = invitations.flatMap(({ orderId, userId, products, slug }) => {
        const customer = customers.get(userId);
        if (!customer) return [];
        const data = { name: customer.name, products, path: `/product/${slug}/review` };
        return [{ kind: 'review_invitation' as const, to: customer.email, userId, orderId, key: orderId, data }];
      });
      await queueEmails(tx, messages);
    });
    if (invitations.length < BATCH) return;
  }
}
