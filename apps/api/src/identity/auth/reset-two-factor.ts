import { record } from '#audit/service.ts';
import { deleteSessionsOf } from '#identity/customer-queries.ts';
import { deleteVerifications, findUser, findUserId } from '#identity/queries.ts';
import { deleteTwoFactor, lockUser } from '#identity/user-queries.ts';
import { queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';

/**
 * For an owner who lost phone and recovery codes: the operator vouches for them. Ends all sessions, links and unfinished
 * logins of the account, and notifies its owner by email. Throws if there is no such account or nothing to reset.
 */
export function resetTwoFactor(db: Db, email: string) {
  return db.transaction(async (tx) => {
    const userId = await findUserId(tx, email);
    const user = userId && (await tx.run(lockUser(userId)));
    if (!user) throw new Error(`There is no account with the email address ${email}.`);
    if (!(await tx.run(findUser(user.id)))?.twoFactorEnabled)
      throw new Error(`Two-factor authentication is not turned on for ${email}.`);

    await deleteTwoFactor(tx, user.id);
    await tx.run(deleteVerifications(user.id));
    const { deleted: sessions } = await deleteSessionsOf(tx, user.id);
    await record(
      tx,
      { id: null },
      {
        action: 'customer.reset_two_factor',
        entity: 'customer',
        entityId: user.id,
        before: { twoFactor: true, sessions },
        after: { twoFactor: false, sessions: 0 },
      },
    );
    await queueEmail(tx, {
      kind: 'two_factor_changed',
      to: user.email,
      userId: user.id,
      data: { name: user.name, enabled: false },
    });
    return { sessions };
  });
}
