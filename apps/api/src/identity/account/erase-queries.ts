import { deletedAccountTexts } from '@shop/contracts/identity/account-messages';
import type { Db } from '#platform/database/db.ts';
import { type Row, text, uuid } from '#platform/database/row.ts';
import { all, count, raw, type Statement, sql } from '#platform/database/sql.ts';

/**
 * Rows without an account are matched by email address, and only by a verified one: anyone can register with another
 * person's address. Null matches nothing.
 */
export type ErasedAccount = { id: string; verifiedEmail: string | null };

/**
 * All stored personal data of a user, and how account deletion anonymizes or deletes it. It writes to the tables of other
 * contexts, so that the list is complete in one file. Every statement finds its rows by an index.
 */
export async function anonymizeUser(tx: Db, { id, verifiedEmail: email }: ErasedAccount) {
  for (const statement of [...anonymizeStatements(id, email), ...deleteStatements(id, email), anonymizeUserRow(id)])
    await tx.run(statement);
}

/** A payment that still arrives is refunded. Returns the ids of the checkouts. */
export async function cancelCheckouts(tx: Db, userId: string) {
  const rows = await tx.run(
    all('identity.cancelCheckouts', { id: uuid })`
      update checkouts set status = 'cancelled' where user_id = ${userId} and status = 'open' returning id`,
  );
  return rows.map(({ id }) => id);
}

/** Kept for accounting: what was bought and for how much, but not by whom. */
function anonymizeStatements(id: string, email: string | null): Statement<number>[] {
  const orders = sql`(select id from orders where user_id = ${id})`;
  const checkouts = sql`(select id from checkouts where user_id = ${id})`;
  const payments = sql`(select id from payments where checkout_id in ${checkouts})`;
  // Two searches by index: a condition with OR reads the whole table.
  const refunds = sql`(select id from refunds where payment_id in ${payments}
                       union all select id from refunds where order_id in ${orders})`;
  const tickets = ticketsOf(id, email);
  return [
    count('identity.eraseCheckouts')`
      update checkouts set shipping_address = ${countryOnlyAddress}, gift = null where user_id = ${id}`,
    count('identity.eraseOrders')`
      update orders set email = ${placeholderEmail(id)}, shipping_address = ${countryOnlyAddress}, gift = null
       where user_id = ${id}`,
    count('identity.deleteOrderNotes')`delete from order_notes where order_id in ${orders}`,
    count('identity.eraseReturns')`
      update returns set comment = '', instructions = '', recipient_email = null,
             decline_reason = case when decline_reason is not null then ${deletedAccountTexts.text} end
       where order_id in ${orders}`,
    // As the recipient of a gift of another customer.
    count('identity.eraseGiftExchanges')`update returns set recipient_email = null where recipient_email = ${email}`,
    // Refunds before payments, the lock order used when storing provider responses: a refund locks its payment.
    count('identity.eraseRefunds')`
      update refunds set reason = ${deletedAccountTexts.text}, last_error = null where id in ${refunds}`,
    count('identity.erasePayments')`
      update payments set failure_reason = null where checkout_id in ${checkouts} and failure_reason is not null`,
    count('identity.eraseWebhookInbox')`
      update webhook_inbox set payload = ${redactedPayload}, last_error = null
       where payload #>> '{payload,payment,entity,order_id}' in (
               select provider_order_id from checkouts where user_id = ${id}
               union select provider_order_id from payments where checkout_id in ${checkouts})`,
    count('identity.eraseReconciliationDifferences')`
      update reconciliation_differences set details = '{}'
       where reference in (
               select provider_payment_id from payments where checkout_id in ${checkouts}
               union select provider_order_id from checkouts where user_id = ${id}
               union select provider_refund_id from refunds where payment_id in ${payments})`,
    count('identity.eraseAuditLog')`
      update audit_log set before = null, after = null
       where entity_id in (
               select ${id} union select id::text from orders where user_id = ${id}
               union select id::text from addresses where user_id = ${id}
               union select id::text from reviews where user_id = ${id}
               union select id::text from email_messages where user_id = ${id}
               union select id::text from payments where checkout_id in ${checkouts}
               union select id::text from refunds where id in ${refunds}
               union select id::text from staff_invitations where email = ${email}
               union select id::text from support_tickets where ${tickets})`,
  ];
}

/** Personal data that is not needed after account deletion. */
const deleteStatements = (id: string, email: string | null): Statement<number>[] => [
  count('identity.deleteIdempotencyKeys')`delete from idempotency_keys where user_id = ${id}`,
  count('identity.deleteNotifications')`delete from notifications where user_id = ${id}`,
  count('identity.deleteSupportTickets')`delete from support_tickets where ${ticketsOf(id, email)}`,
  count('identity.deleteNewsletterSubscribers')`delete from newsletter_subscribers where email = ${email}`,
  count('identity.deleteWaitlist')`delete from waitlist where user_id = ${id} or email = ${email}`,
  // The worker deletes the files, then the rows.
  count('identity.eraseReviewPhotos')`
    update review_photos set removed_at = now(), user_id = null where user_id = ${id}`,
  count('identity.deleteReviewVotes')`delete from review_votes where user_id = ${id}`,
  count('identity.deleteReviews')`delete from reviews where user_id = ${id}`,
  count('identity.deleteWishlistItems')`delete from wishlist_items where user_id = ${id}`,
  count('identity.deleteCarts')`delete from carts where user_id = ${id}`,
  count('identity.deleteSavedViews')`delete from saved_views where owner_user_id = ${id}`,
  count('identity.deleteStaffInvitations')`delete from staff_invitations where email = ${email}`,
  count('identity.deleteAddresses')`delete from addresses where user_id = ${id}`,
  count('identity.deleteTwoFactors')`delete from two_factors where user_id = ${id}`,
  count('identity.deleteAccounts')`delete from accounts where user_id = ${id}`,
  count('identity.deleteSessions')`delete from sessions where user_id = ${id}`,
];

/** Soft delete: orders reference the row, so it stays, anonymized. */
const anonymizeUserRow = (id: string) =>
  count('identity.anonymizeUser')`
  update users
     set name = ${deletedAccountTexts.name}, email = ${placeholderEmail(id)}, email_verified = false, email_confirmed_at = null, image = null, phone = null,
         role = 'customer', two_factor_enabled = false, wants_order_emails = false,
         wants_marketing = false, marketing_consent_at = null, password_changed_at = null, last_login_at = null,
         guest_email = null, deleted_at = now()
   where id = ${id}`;

/** An undeliverable, unique email address. */
const placeholderEmail = (id: string) => `deleted-${id}@deleted.invalid`;

/** Includes tickets opened as a guest with this email address. */
const ticketsOf = (id: string, email: string | null) => sql`(user_id = ${id} or email = ${email})`;

/** Taxes depend on the destination country, not on the rest of the address. */
const countryOnlyAddress = sql`jsonb_build_object(
  'name', ${deletedAccountTexts.name}::text, 'line1', '', 'line2', null, 'city', '', 'state', '', 'postalCode', '',
  'country', shipping_address -> 'country')`;

/** Allowlist of webhook fields that accounting needs; the others may hold a name, card or phone number. */
const RETAINED_FIELDS = raw(
  `('id', 'entity', 'order_id', 'payment_id', 'receipt', 'amount', 'amount_paid', 'amount_due', 'amount_refunded',
    'currency', 'status', 'refund_status', 'captured', 'method', 'fee', 'tax', 'created_at',
    'reason_code', 'phase', 'respond_by')`,
);
const redactedPayload = sql`jsonb_build_object(
  'event', payload -> 'event', 'created_at', payload -> 'created_at',
  'payload', (select jsonb_object_agg(thing.key, jsonb_build_object('entity',
                       (select jsonb_object_agg(field.key, field.value)
                          from jsonb_each(thing.value -> 'entity') field where field.key in ${RETAINED_FIELDS})))
                from jsonb_each(payload -> 'payload') thing))`;

const owner = { id: uuid, name: text, email: text };
export type Owner = Row<typeof owner>;

/** Serializes account deletions of owners, so that two at once cannot both count the other as remaining. */
export const lockOwners = () =>
  all('identity.lockOwners', owner)`
    select id, name, email from users where role in ('admin', 'owner') and deleted_at is null
     order by id for no key update`;
