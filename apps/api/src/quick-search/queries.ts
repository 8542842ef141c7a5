import { escapeLike } from '#platform/database/like.ts';
import { text, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';

export const listOrders = (number: string, limit: number) =>
  all('quickSearch.orders', { id: uuid, number: text, customer: text })`
    select o.id, o.number, u.name as customer from orders o join users u on u.id = o.user_id
     where o.number = ${number} order by o.created_at desc limit ${limit}`;

/** Products with a SKU that starts with `sku` first, then those of `slugs`, in their order. */
export const listProducts = (slugs: string[], sku: string, limit: number) =>
  all('quickSearch.products', { id: uuid, name: text, brand: text })`
    select p.id, p.name, b.name as brand
      from (select id, min(place) as place
              from (select product_id as id, 0 as place from variants
                     where upper(sku) like ${`${escapeLike(sku.toUpperCase())}%`} limit ${limit}) by_sku
             group by 1
            union
            select id, array_position(${slugs}::text[], slug) from products
             where slug = any (${slugs})) found
      join products p on p.id = found.id join brands b on b.id = p.brand_id
     group by p.id, b.id order by min(found.place) limit ${limit}`;
