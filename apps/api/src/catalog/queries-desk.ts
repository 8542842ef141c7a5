import type { ProductState } from '@shop/contracts/admin-products';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db.ts';
import { escapeLike } from './queries-filter.ts';
import type { AdminProductRow, SummaryRow } from './rules-desk.ts';

type Page = { limit: number; after?: string };
type Shelf = { states: ProductState[]; categoryId?: string; brandId?: string };
export type Narrowed = Shelf & {
  /** These, or whatever has all these words in its name. */
  among?: { ids: string[] } | { words: string[] };
};

/** Each state, and with a brand each of its categories, is one stretch of an index, read from its end. */
function stretches({ states, categoryId, brandId, among }: Narrowed, { limit, after }: Page): SQL {
  const category = categoryId ? sql`category_id = ${categoryId}` : brandId ? sql`category_id = c.id` : sql`true`;
  const where = sql`${brandId ? sql`brand_id = ${brandId}` : sql`true`} and ${category} and ${
    after ? sql`id < ${after}::uuid` : sql`true`
  }`;
  if (among && 'ids' in among)
    return sql`select id from products where id = any (${sql.param(among.ids)}::uuid[])
                  and status = any (${sql.param(states)}::text[])
                  and ${brandId ? sql`brand_id = ${brandId}` : sql`true`}
                  and ${categoryId ? sql`category_id = ${categoryId}` : sql`true`}
                  and ${after ? sql`id < ${after}::uuid` : sql`true`}`;
  const named = among ? sql.join(patternsOf(among.words).map(nameLike), sql` and `) : sql`true`;
  const along = brandId && !categoryId ? sql`, categories c` : sql``;
  return sql`
    select p.id from unnest(${sql.param(states)}::text[]) state ${along},
           lateral (select id from products where status = state and ${where} and ${named}
                     order by id desc limit ${limit}) p`;
}

const nameLike = (pattern: string) => sql`searchable(name) like searchable(${pattern})`;
const patternsOf = (words: string[]) => words.map((word) => `%${escapeLike(word)}%`);

const QUANTITY = sql`(select coalesce(sum(k.available), 0)::float8 from stock k join variants v on v.id = k.variant_id
                       where k.product_id = p.id and v.archived_at is null)`;

/** Newest first, from behind the product that ended the page before. However many there are, few rows are read. */
export async function listSummaries(db: Db, narrowed: Narrowed, page: Page) {
  const { rows } = await db.execute<SummaryRow>(sql`
    select p.id, p.name, p.slug, b.name as brand, c.name as category, p.price_cents::float8 as "priceCents",
           p.sale_price_cents::float8 as "salePriceCents", p.status, p.sellable, ${QUANTITY} as quantity,
           (select url from product_images where product_id = p.id order by position limit 1) as image
      from (select id from (${stretches(narrowed, page)}) found order by id desc limit ${page.limit}) found
      join products p on p.id = found.id
      join brands b on b.id = p.brand_id
      join categories c on c.id = p.category_id
     order by p.id desc`);
  return rows;
}

/** Products of the shelf with all these words in their names, or any with a SKU that begins like what was typed. */
export async function listNamedIds(db: Db, shelf: Shelf, words: string[], typed: string, limit: number) {
  const { states, categoryId = null, brandId = null } = shelf;
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products_named(${sql.param(patternsOf(words))}::text[], ${sql.param(states)}::text[],
                                  ${categoryId}::uuid, ${brandId}::uuid, ${limit}) id
    union
    (select product_id from variants where upper(sku) like ${`${escapeLike(typed.toUpperCase())}%`} limit 200)`);
  return rows.map(({ id }) => id);
}

const PRODUCT = sql`
  select p.id, p.version, p.name, p.slug, p.description, p.price_cents::float8 as "priceCents",
         p.sale_price_cents::float8 as "salePriceCents", c.name as category, b.name as brand, p.sellable, p.status,
         to_json(p.tags) as tags, p.specifications, p.options, p.created_at as "createdAt", p.updated_at as "updatedAt",
         (select coalesce(json_agg(json_build_object('url', url, 'alt', alt) order by position), '[]')
            from product_images where product_id = p.id) as images,
         (select coalesce(json_agg(json_build_object(
                   'id', v.id, 'sku', v.sku, 'options', v.option_values, 'quantity', k.available,
                   'priceDifferenceCents', v.price_difference_cents) order by v.position, v.id), '[]')
            from variants v join stock k on k.variant_id = v.id
           where v.product_id = p.id and v.archived_at is null) as variants
    from products p join categories c on c.id = p.category_id join brands b on b.id = p.brand_id`;

export async function findProduct(db: Db, id: string) {
  const { rows } = await db.execute<AdminProductRow>(sql`${PRODUCT} where p.id = ${id}`);
  return rows[0];
}

/** Holds the product until the transaction ends: of two who save it, the second sees what the first has made of it. */
export async function lockProduct(tx: Db, id: string) {
  await tx.execute(sql`select from products where id = ${id} for update`);
  return findProduct(tx, id);
}
