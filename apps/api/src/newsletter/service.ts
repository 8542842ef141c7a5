import { confirmNewsletterMessages } from '@shop/contracts/newsletter/messages';
import { queueEmail, queueUnsolicitedEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { insertSubscriber, isSubscribed, updateConfirmed } from './queries.ts';

/** Same work and same response for new and existing subscribers: only the email differs. */
export function subscribe(db: Db, email: string) {
  return db.transaction(async (tx) => {
    await lockAgainstDeletion(tx, { email });
    const subscription = await insertSubscriber(tx, email);
    if (!subscription) return;
    const { token, expiresAt } = subscription;
    await queueUnsolicitedEmail(tx, {
      to: email,
      ...(subscription.isSubscribed
        ? { kind: 'newsletter_welcome', data: { token } }
        : { kind: 'newsletter_confirm', data: { token, expiresAt: new Date(expiresAt) } }),
    });
  });
}

/** Idempotent: confirming again with the link of an active subscription succeeds. */
export function confirmSubscription(db: Db, token: string) {
  return db.transaction(async (tx) => {
    const email = await updateConfirmed(tx, token);
    if (email) await queueEmail(tx, { kind: 'newsletter_welcome', to: email, data: { token } });
    else if (!(await isSubscribed(tx, token)))
      throw new DomainError('invalid', 'invalid_link', confirmNewsletterMessages.invalid);
  });
}
