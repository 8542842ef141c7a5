import { eq, sql } from 'drizzle-orm';
import { productPairings } from '#catalog/schema.ts';
import type { Db } from '#platform/database/db.ts';

type Paired = { entry: string; id: string; slug: string };

/** The products with these slugs, present or previous, or with a variant of this SKU. */
export async function listPaired(db: Db, entries: string[]) {
  const { rows } = await db.execute<Paired>(sql`
    select e.entry, p.id, p.slug
      from unnest(${sql.param(entries)}::text[]) as e (entry)
      cross join lateral (
        select coalesce((select product_id from product_slugs where slug = e.entry),
                        (select product_id from variants where sku = e.entry)) as id) found
      join products p on p.id = found.id
     where p.status <> 'deleted'`);
  return rows;
}

type ProductPairings = { productId: string; pairings: string[] };

/** By slug, in their order. A product that does not exist any more is left out. */
export async function insertPairings(tx: Db, pairingsByProduct: ProductPairings[]) {
  const rows = pairingsByProduct.flatMap(({ productId, pairings }) =>
    pairings.map((slug, position) => ({ product_id: productId, slug, position })),
  );
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into product_pairings (product_id, paired_id, position)
    select w.product_id, s.product_id, w.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (product_id uuid, slug text, position smallint)
      join product_slugs s on s.slug = w.slug
     where s.product_id <> w.product_id
        on conflict do nothing`);
}

export async function replacePairings(tx: Db, productId: string, pairings: string[]) {
  await tx.delete(productPairings).where(eq(productPairings.productId, productId));
  await insertPairings(tx, [{ productId, pairings }]);
}
