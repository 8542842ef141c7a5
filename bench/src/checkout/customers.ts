import type pg from 'pg';
import { signToken } from '../../../apps/api/src/identity/rules.ts';

/** Customers with a session, an address and one unit of a variant in the cart, numbered consecutively. */
export async function createCustomersWithCarts(
  sql: pg.Pool,
  { from, to }: { from: number; to: number },
  variantIds: string[],
) {
  // An earlier release, which the benchmarks compare with, has another name for it.
  const { rows } = await sql.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = 'cart_lines' and column_name like '%price_cents'`,
  );
  await sql.query(
    `with wanted as (select i, ($3::uuid[])[1 + i % cardinality($3::uuid[])] as variant_id
                       from generate_series($1::int, $2::int) i),
          people as (insert into users (id, name, email, email_verified)
                     select uuid_v7(), 'Buyer ' || i, 'buyer-' || i || '@example.com', true from wanted
                     returning id, substring(email from '\\d+')::int as i),
          signed_in as (insert into sessions (user_id, token, created_at, expires_at)
                        select id, 'buyer-' || i, now(), now() + interval '1 day' from people),
          homes as (insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
                    select id, 'Home', i || ' Analytical Street', 'London', 'Greater London', 'W1J 7NT',
                           'United Kingdom', true from people),
          filled as (insert into carts (user_id) select id from people returning id, user_id)
     insert into cart_lines (cart_id, variant_id, quantity, ${rows[0]?.name})
     select filled.id, wanted.variant_id, 1, 1
       from filled join people on people.id = filled.user_id join wanted using (i)`,
    [from, to, variantIds],
  );
}

/** Authorization header of a customer. */
export const bearerOf = (customerNumber: number, secret: string) =>
  `Bearer ${signToken(`buyer-${customerNumber}`, secret)}`;
