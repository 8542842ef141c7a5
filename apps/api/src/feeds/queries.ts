import { Cents } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, cents, json, orNull, type Row, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, raw } from '#platform/database/sql.ts';

/**
 * The last id of each full page, found by a loose index scan of the primary key. Products of every status count, so
 * that no page outgrows its size when drafts are published.
 */
export async function listPageEnds(db: Db, size: number) {
  const offset = raw(`${size - 1}`);
  const rows = await db.run(all('feeds.listPageEnds', { id: uuid })`
    with recursive page as (
      (select id from products order by id offset ${offset} limit 1)
      union all
      select (select p.id from products p where p.id > page.id order by p.id offset ${offset} limit 1)
        from page where page.id is not null)
    select id from page where id is not null`);
  return rows.map(({ id }) => id);
}

const sitemapRow = { id: uuid, slug: text, updatedAt: timestamp, published: bool };
export type SitemapRow = Row<typeof sitemapRow>;

export const listSitemapRows = (after: string, limit: number) =>
  all('feeds.listSitemapRows', sitemapRow, { prepare: true })`
    select id, slug, updated_at, status = 'published' as published
      from products where id > ${after} order by id limit ${limit}`;

const MerchantVariants = z.array(
  z.object({
    sku: z.string(),
    options: z.record(z.string(), z.string()),
    price_difference_cents: Cents,
    available: z.number(),
  }),
);
const merchantRow = {
  id: uuid,
  name: text,
  slug: text,
  description: text,
  category: text,
  brand: text,
  image: orNull(text),
  priceCents: cents,
  salePriceCents: orNull(cents),
  sellable: bool,
  variants: json(MerchantVariants),
};
export type MerchantRow = Row<typeof merchantRow>;

export const listMerchantRows = (after: string, limit: number) =>
  all('feeds.listMerchantRows', merchantRow, { prepare: true })`
    select p.id, p.name, p.slug, p.description, c.name as category, b.name as brand, i.url as image,
           p.price_cents, p.sale_price_cents, p.sellable, v.variants
      from (select * from products where status = 'published' and id > ${after} order by id limit ${limit}) p
      join categories c on c.id = p.category_id
      join brands b on b.id = p.brand_id
      left join lateral (
        select url from product_images where product_id = p.id order by position limit 1) i on true
      cross join lateral (
        select coalesce(json_agg(json_build_object(
                 'sku', v.sku, 'options', ${VARIANT_OPTIONS}, 'price_difference_cents', v.price_difference_cents,
                 'available', k.available) order by v.position, v.id), '[]') as variants
          from variants v join stock k on k.variant_id = v.id
         where v.product_id = p.id and v.archived_at is null) v
     order by p.id`;
