import { confirmNewsletterMessages } from '@shop/contracts/newsletter-texts';
import type { Db } from '#db.ts';
import { queueMail } from '#mail/service.ts';
import { lockAgainstDeletion } from '#platform/active-user.ts';
import { DomainError } from '#platform/errors.ts';
import { insertSubscriber, isReader, updateConfirmed } from './queries.ts';

/** New address or reader of old, the work and the answer are the same: only the inbox tells which. */
export function subscribe(db: Db, email: string) {
  return db.transaction(async (tx) => {
    await lockAgainstDeletion(tx, { email });
    const asked = await insertSubscriber(tx, email);
    if (!asked) return;
    const { token, expiresAt } = asked;
    await queueMail(tx, {
      to: email,
      ...(asked.isReader
        ? { kind: 'newsletter_joined', data: { token } }
        : { kind: 'newsletter_confirm', data: { token, expiresAt: new Date(expiresAt) } }),
    });
  });
}

/** The button pressed twice is no mistake: whoever is a reader by this link is told so again. */
export function confirmSubscription(db: Db, token: string) {
  return db.transaction(async (tx) => {
    const email = await updateConfirmed(tx, token);
    if (email) await queueMail(tx, { kind: 'newsletter_joined', to: email, data: { token } });
    else if (!(await isReader(tx, token)))
      throw new DomainError('invalid', 'link_invalid', confirmNewsletterMessages.invalid);
  });
}
