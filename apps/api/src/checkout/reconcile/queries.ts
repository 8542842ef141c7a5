import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';

export type OurPayment = { status: string; orderNumber: string | null };

/** Keyed by the provider's payment ids. */
export async function listOurPayments(db: Db, providerPaymentIds: string[]) {
  const { rows } = await db.execute<OurPayment & { id: string }>(sql`
    select p.provider_payment_id as id, p.status, o.number as "orderNumber"
      from payments p left join orders o on o.id = p.order_id
     where p.provider = 'razorpay' and p.provider_payment_id = any (${sql.param(providerPaymentIds)})`);
  return new Map(rows.map(({ id, ...ours }) => [id, ours]));
}

/** Unresolved differences found since then. */
export async function listOpenDifferencesSince(db: Db, since: Date, limit: number) {
  const { rows } = await db.execute<{ kind: string; reference: string }>(sql`
    select kind, reference from reconciliation_differences
     where resolved_at is null and found_at >= ${since.toISOString()} order by id limit ${limit}`);
  return rows;
}
