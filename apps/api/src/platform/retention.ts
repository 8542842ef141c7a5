import { sql } from '#platform/database/sql.ts';

/**
 * Tables whose rows are deleted by age, how long the rows are kept (a PostgreSQL interval), and the job that deletes
 * them. The table "Retention" of docs/operations.md lists the same, a test compares them; the privacy page promises some.
 */
export const RETENTION = {
  readNotifications: { table: 'notifications', kept: '180 days', job: 'delete_old_notifications' },
  unreadNotifications: { table: 'notifications', kept: '365 days', job: 'delete_old_notifications' },
  emails: { table: 'email_messages', kept: '180 days', job: 'delete_old_emails' },
  unsolicitedEmails: { table: 'unsolicited_emails', kept: '1 hour', job: 'delete_old_unsolicited' },
  logins: { table: 'audit_log', kept: '90 days', job: 'delete_old_logins' },
  webhooks: { table: 'webhook_inbox', kept: '90 days', job: 'delete_old_webhooks' },
  tickets: { table: 'support_tickets', kept: '2 years', job: 'delete_old_tickets' },
  guestCarts: { table: 'carts', kept: '90 days', job: 'delete_old_guest_carts' },
  guests: { table: 'users', kept: '30 days', job: 'delete_old_guests' },
  searches: { table: 'zero_result_searches', kept: '25 months', job: 'delete_old_searches' },
  searchDemand: { table: 'search_demand', kept: '25 months', job: 'delete_old_demand' },
  soldOutDemand: { table: 'sold_out_demand', kept: '25 months', job: 'delete_old_demand' },
  demandRemedies: { table: 'demand_remedies', kept: '25 months', job: 'delete_old_demand' },
  importItems: { table: 'product_import_items', kept: '31 days', job: 'delete_old_product_imports' },
  unconfirmedSubscribers: {
    table: 'newsletter_subscribers',
    kept: '7 days',
    job: 'delete_unconfirmed_subscribers',
  },
  paymentSources: { table: 'payment_sources', kept: '24 hours', job: 'delete_old_payment_sources' },
  idempotencyKeys: { table: 'idempotency_keys', kept: '25 hours', job: 'delete_old_keys' },
  abandonedIdempotencyKeys: { table: 'idempotency_keys', kept: '3 minutes', job: 'delete_old_keys' },
  sessions: { table: 'sessions', kept: '1 day', job: 'delete_expired_sessions' },
  verifications: { table: 'verifications', kept: '0 days', job: 'delete_expired_sessions' },
  emailChangeUndos: { table: 'email_change_undos', kept: '0 days', job: 'delete_expired_sessions' },
  unusedReviewPhotos: { table: 'review_photos', kept: '1 day', job: 'delete_review_photos' },
  staffInvitations: { table: 'staff_invitations', kept: '30 days', job: 'delete_expired_sessions' },
} as const satisfies Record<string, { table: string; kept: string; job: string }>;

/** The time before which rows are deleted. */
export const endOfRetention = (rows: keyof typeof RETENTION) => sql`now() - ${RETENTION[rows].kept}::interval`;

/** Rows of one statement, so that no lock is held for long. */
export const PORTION = 1_000;

/** Repeats a statement that deletes up to PORTION rows, the oldest first, each time in a transaction of its own. */
export async function deleteInPortions(deletePortion: () => Promise<number | { rowCount: number | null }>) {
  for (;;) {
    const deleted = await deletePortion();
    if ((typeof deleted === 'number' ? deleted : deleted.rowCount) !== PORTION) return;
  }
}
