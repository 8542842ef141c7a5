/** Shared by the tests of the limits on reserved and unpaid units. */

import type { CustomerWithCart } from '#test/builders/store-with-payments.ts';
import type { TestStore } from './harness.ts';

/** Expires the customer's open checkouts, `minutesAgo` minutes ago. */
export const expireOpenCheckouts = ({ sql }: Pick<TestStore, 'sql'>, { id }: CustomerWithCart, minutesAgo = 0) =>
  sql.query(
    `with c as (update checkouts set expires_at = now() - make_interval(mins => $2) where user_id = $1 and status = 'open'
                returning id, expires_at)
     update reservations r set expires_at = c.expires_at from c where r.checkout_id = c.id`,
    [id, minutesAgo],
  );

/** Gives the other customers the first customer's address in different spellings. */
export async function shareAddress(
  { sql }: Pick<TestStore, 'sql'>,
  first: CustomerWithCart,
  ...others: CustomerWithCart[]
) {
  const ways = [
    'line1 = upper(a.line1), line2 = a.line2',
    "line1 = a.line1 || ',  ' || a.line2 || '.', line2 = null, postal_code = 'w1j7nt'",
    "line1 = '12  Analytical-Street', line2 = a.line2, city = ' LONDON '",
  ];
  for (const [index, { id }] of others.entries())
    await sql.query(
      `update addresses o set ${ways[index % ways.length]} from addresses a where a.user_id = $1 and o.user_id = $2`,
      [first.id, id],
    );
}
