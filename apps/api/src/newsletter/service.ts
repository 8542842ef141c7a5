import { createHash, randomUUID } from 'node:crypto';
import { confirmNewsletterMessages, unsubscribeMessages } from '@shop/contracts/newsletter/messages';
import { userOfMarketingToken, withdrawMarketingConsent } from '#identity/service.ts';
import { lockRecipientsUnderLimit, queueEmail } from '#mail/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { lockAgainstDeletion } from '#platform/http/active-user.ts';
import { findEmailByToken, insertSubscriber, isSubscribed, updateConfirmed, updateUnsubscribed } from './queries.ts';

/** Same work and same response for new and existing subscribers: only the email differs. */
export function subscribe(db: Db, email: string) {
  return db.transaction(async (tx) => {
    await lockAgainstDeletion(tx, { email });
    // Without an email, the link that was sent before must stay valid.
    if (!(await lockRecipientsUnderLimit(tx, [email], 'form')).has(email)) return;
    // A secret of its own for each request: the token of the row is in every newsletter, which people forward.
    const secret = randomUUID();
    const subscription = await tx.run(insertSubscriber(email, hashOf(secret)));
    if (!subscription) return;
    const { token, expiresAt } = subscription;
    await queueEmail(tx, {
      to: email,
      ...(subscription.isSubscribed
        ? { kind: 'newsletter_welcome', data: { token } }
        : { kind: 'newsletter_confirm', data: { token: secret, expiresAt } }),
    });
  });
}

/** Confirming again with the link of an active subscription succeeds, and changes nothing. */
export function confirmSubscription(db: Db, secret: string) {
  return db.transaction(async (tx) => {
    const confirmed = await tx.run(updateConfirmed(secret, hashOf(secret)));
    if (confirmed) {
      const { email: to, token } = confirmed;
      await queueEmail(tx, { kind: 'newsletter_welcome', to, data: { token } });
    } else if (!(await tx.run(isSubscribed(hashOf(secret)))))
      throw new DomainError('invalid', 'invalid_link', confirmNewsletterMessages.invalid);
  });
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Ends both kinds of marketing emails for the recipient of the link, whichever of them it was sent as: the newsletter,
 * and campaigns to customers who opted in. The unknown token of a subscriber is accepted, a wrong signature is not.
 */
export function unsubscribe(db: Db, token: string, acceptedAuthSecrets: readonly string[]) {
  return db.transaction(async (tx) => {
    if (!token.includes('.')) {
      const subscriber = await tx.run(findEmailByToken(token));
      if (!subscriber) return;
      const { email } = subscriber;
      await withdrawMarketingConsent(tx, { email });
      await tx.run(updateUnsubscribed(email));
      return;
    }
    const id = userOfMarketingToken(token, acceptedAuthSecrets);
    if (!id) throw new DomainError('invalid', 'invalid_link', unsubscribeMessages.invalid);
    const email = await withdrawMarketingConsent(tx, { id });
    if (email) await tx.run(updateUnsubscribed(email));
  });
}
