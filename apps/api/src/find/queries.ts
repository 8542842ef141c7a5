import { sql } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { escapeLike } from '#platform/database/like.ts';

export async function listOrders(db: Db, number: string, limit: number) {
  const { rows } = await db.execute<{ id: string; number: string; customer: string }>(sql`
    select o.id, o.number, u.name as customer from orders o join users u on u.id = o.user_id
     where o.number = ${number} order by o.created_at desc limit ${limit}`);
  return rows;
}

/** Products with a SKU that starts with `sku` first, then those of `slugs`, in their order. */
export async function listProducts(db: Db, slugs: string[], sku: string, limit: number) {
  const { rows } = await db.execute<{ id: string; name: string; brand: string }>(sql`
    select p.id, p.name, b.name as brand
      from (select id, min(place) as place
              from (select product_id as id, 0 as place from variants
                     where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} limit ${limit}) by_sku
             group by 1
            union
            select id, array_position(${sql.param(slugs)}::text[], slug) from products
             where slug = any (${sql.param(slugs)})) found
      join products p on p.id = found.id join brands b on b.id = p.brand_id
     group by p.id, b.id order by min(found.place) limit ${limit}`);
  return rows;
}
