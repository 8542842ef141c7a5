import type { Db } from '#platform/database/db.ts';
import { orNull, type Row, text } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';

const ourPayment = { id: text, status: text, orderNumber: orNull(text) };
export type OurPayment = Omit<Row<typeof ourPayment>, 'id'>;

/** Keyed by the provider's payment ids. */
export async function listOurPayments(db: Db, providerPaymentIds: string[]) {
  const rows = await db.run(all('checkout.listOurPayments', ourPayment)`
    select p.provider_payment_id as id, p.status, o.number as order_number
      from payments p left join orders o on o.id = p.order_id
     where p.provider = 'razorpay' and p.provider_payment_id = any (${providerPaymentIds})`);
  return new Map(rows.map(({ id, ...ours }) => [id, ours]));
}

/** Unresolved differences found since then. */
export const listOpenDifferencesSince = (since: Date, limit: number) =>
  all('checkout.listOpenDifferencesSince', { kind: text, reference: text })`
    select kind, reference from reconciliation_differences
     where resolved_at is null and found_at >= ${since.toISOString()} order by id limit ${limit}`;
