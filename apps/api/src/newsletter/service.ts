import { confirmNewsletterMessages, unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import { userOfMarketingToken, withdrawMarketingConsent } from '#identity/service.ts';
import { queueEmail, queueUnsolicitedEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { findEmailByToken, insertSubscriber, isSubscribed, updateConfirmed, updateUnsubscribed } from './queries.ts';

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

/**
 * Ends both kinds of marketing emails for the recipient of the link, whichever of them it was sent as: the newsletter,
 * and campaigns to customers who opted in. The unknown token of a subscriber is accepted, a wrong signature is not.
 */
export function unsubscribe(db: Db, token: string, acceptedAuthSecrets: readonly string[]) {
  return db.transaction(async (tx) => {
    if (!token.includes('.')) {
      const email = await findEmailByToken(tx, token);
      if (!email) return;
      await withdrawMarketingConsent(tx, { email });
      await updateUnsubscribed(tx, email);
      return;
    }
    const id = userOfMarketingToken(token, acceptedAuthSecrets);
    if (!id) throw new DomainError('invalid', 'invalid_link', unsubscribeMessages.invalid);
    const email = await withdrawMarketingConsent(tx, { id });
    if (email) await updateUnsubscribed(tx, email);
  });
}
