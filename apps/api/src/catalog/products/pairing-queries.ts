import type { Db } from '#platform/database/db.ts';
import { text, uuid } from '#platform/database/row.ts';
import { all, count } from '#platform/database/sql.ts';

/** The products with these slugs, present or previous, or with a variant of this SKU. */
export const listPaired = (entries: string[]) =>
  all('pairings.listPaired', { entry: text, id: uuid, slug: text })`
    select e.entry, p.id, p.slug
      from unnest(${entries}::text[]) as e (entry)
      cross join lateral (
        select coalesce((select product_id from product_slugs where slug = e.entry),
                        (select product_id from variants where sku = e.entry)) as id) found
      join products p on p.id = found.id
     where p.status <> 'deleted'`;

type ProductPairings = { productId: string; pairings: string[] };

/** By slug, in their order. A product that does not exist any more is left out. */
export async function insertPairings(tx: Db, pairingsByProduct: ProductPairings[]) {
  const rows = pairingsByProduct.flatMap(({ productId, pairings }) =>
    pairings.map((slug, position) => ({ product_id: productId, slug, position })),
  );
  if (rows.length === 0) return;
  await tx.run(
    count('pairings.insert')`
      insert into product_pairings (product_id, paired_id, position)
      select w.product_id, s.product_id, w.position
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (product_id uuid, slug text, position smallint)
        join product_slugs s on s.slug = w.slug
       where s.product_id <> w.product_id
          on conflict do nothing`,
  );
}

export async function replacePairings(tx: Db, productId: string, pairings: string[]) {
  await tx.run(count('pairings.deleteOf')`delete from product_pairings where product_id = ${productId}`);
  await insertPairings(tx, [{ productId, pairings }]);
}
