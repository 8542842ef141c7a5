import { AdminProduct, AdminVariant } from '@shop/contracts/catalog/admin-schema';
import { OPTIONAL_TEXTS } from '@shop/contracts/catalog/product-fields';
import { toCents } from '@shop/contracts/common/money';
import { recordOf } from '@shop/contracts/common/record-of';
import { Cents } from '@shop/contracts/common/schema';
import { z } from 'zod';
import { NIL_ID } from '#catalog/rules.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { bool, cents, json, list, number, oneOf, orNull, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, assignments, columnsOf, count, one, rowsOf, sql } from '#platform/database/sql.ts';
import type { ProductSnapshot, VariantSnapshot } from './edit-rules.ts';

const texts = recordOf(OPTIONAL_TEXTS, () => text);
const { specifications, options, pairings } = AdminProduct.shape;
const product = {
  id: uuid,
  version: number,
  name: text,
  slug: text,
  description: text,
  priceCents: cents,
  salePriceCents: orNull(cents),
  category: text,
  brand: text,
  sellable: bool,
  status: oneOf(AdminProduct.shape.status.options),
  tags: list(text),
  specifications: json(specifications),
  options: json(options),
  ...texts,
  createdAt: timestamp,
  updatedAt: timestamp,
  images: json(z.array(z.object({ url: z.string(), alt: z.string() }))),
  variants: json(z.array(AdminVariant.omit({ priceDifference: true }).extend({ priceDifferenceCents: Cents }))),
  pairings: json(pairings),
};

const PRODUCT = sql`
  select p.id, p.version, p.name, p.slug, p.description, p.price_cents,
         p.sale_price_cents, c.name as category, b.name as brand, p.sellable, p.status,
         p.tags, p.specifications, p.options, ${columnsOf(texts, 'p')},
         p.created_at, p.updated_at,
         (select coalesce(json_agg(json_build_object('url', url, 'alt', alt) order by position), '[]')
            from product_images where product_id = p.id) as images,
         (select coalesce(json_agg(json_build_object(
                   'id', v.id, 'sku', v.sku, 'options', ${VARIANT_OPTIONS}, 'quantity', k.available,
                   'priceDifferenceCents', v.price_difference_cents) order by v.position, v.id), '[]')
            from variants v join stock k on k.variant_id = v.id
           where v.product_id = p.id and v.archived_at is null) as variants,
         (select coalesce(json_agg(json_build_object('slug', q.slug, 'name', q.name) order by g.position, q.id), '[]')
            from product_pairings g join products q on q.id = g.paired_id
           where g.product_id = p.id and q.status <> 'deleted') as pairings
    from products p join categories c on c.id = p.category_id join brands b on b.id = p.brand_id`;

export async function findProduct(db: Db, id: string) {
  const [found] = await db.run(listProducts([id]));
  return found;
}

/** Newest first. */
export const listProducts = (ids: string[]) =>
  all('products.list', product)`${PRODUCT} where p.id = any (${ids}::uuid[]) order by p.id desc`;

export const listProductsBySlug = (slugs: string[]) =>
  all('products.listBySlug', product)`${PRODUCT} where p.slug = any (${slugs}::text[])`;

/** Locks the product until the transaction ends: the second of two concurrent edits sees the result of the first. */
export async function lockProduct(tx: Db, id: string) {
  await tx.run(lockProducts([id]));
  return findProduct(tx, id);
}

/** Locks in id order, so that concurrent transactions do not deadlock. Does not block checkouts. */
export const lockProducts = (ids: string[]) =>
  count('products.lock')`select from products where id = any (${ids}::uuid[]) order by id for no key update`;

type Labels = { category?: string; brand?: string };

/** By current or previous names: a form may have been opened before its category was renamed or merged. */
export async function findLabelIds(db: Db, { category, brand }: Labels) {
  const { categoryId, brandId } = await db.run(
    one('products.findLabelIds', { categoryId: orNull(uuid), brandId: orNull(uuid) })`
      select ${categoryIdOf(category ?? null)} as category_id, ${brandIdOf(brand ?? null)} as brand_id`,
  );
  return { categoryId: categoryId ?? undefined, brandId: brandId ?? undefined };
}

/** Which of these slugs another product has or once had. */
export async function listTakenSlugs(db: Db, slugs: string[], productId = NIL_ID) {
  const rows = await db.run(
    all('products.listTakenSlugs', { slug: text })`
      select slug from product_slugs where slug = any (${slugs}::text[]) and product_id <> ${productId}`,
  );
  return rows.map(({ slug }) => slug);
}

export type LabelIds = { categoryId: string; brandId: string };

function valuesOf(snapshot: ProductSnapshot, labels: LabelIds) {
  // These are in other tables.
  const { category: _category, brand: _brand, images: _images, variants: _variants, ...others } = snapshot;
  const { pairings: _pairings, ...fields } = others;
  const { price, salePrice, stock: sellable, options: choices, ...columns } = fields;
  return {
    ...columns,
    ...labels,
    sellable,
    options: JSON.stringify(choices),
    priceCents: toCents(price),
    salePriceCents: toCents(salePrice) || null,
  };
}

/** Returns the new ids by slug. */
export async function insertProducts(tx: Db, added: { snapshot: ProductSnapshot; labels: LabelIds }[]) {
  const values = added.map(({ snapshot, labels }) => valuesOf(snapshot, labels));
  const rows = await tx.run(
    all('products.insert', { id: uuid, slug: text })`insert into products ${rowsOf(values)} returning id, slug`,
  );
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export const updateProduct = (id: string, snapshot: ProductSnapshot, labels: LabelIds) =>
  count('products.update')`
    update products set ${assignments({ ...valuesOf(snapshot, labels), version: sql`version + 1` })} where id = ${id}`;

export async function replaceImages(tx: Db, productId: string, images: ProductSnapshot['images']) {
  await tx.run(count('products.deleteImages')`delete from product_images where product_id = ${productId}`);
  await insertImages(tx, [{ productId, images }]);
}

export async function insertImages(
  tx: Db,
  imagesByProduct: { productId: string; images: ProductSnapshot['images'] }[],
) {
  const rows = imagesByProduct.flatMap(({ productId, images }) =>
    images.map((image, position) => ({ productId, position, ...image })),
  );
  if (rows.length > 0) await tx.run(count('products.insertImages')`insert into product_images ${rowsOf(rows)}`);
}

/** Returns those of these products that were not deleted before, with their previous status. Locks them in id order. */
export const softDeleteProducts = (ids: string[]) =>
  all('products.softDelete', { id: uuid, was: text, version: number })`
    with locked as (select id, status from products where id = any (${ids}::uuid[]) and status <> 'deleted'
                   order by id for no key update)
    update products p set status = 'deleted', version = p.version + 1 from locked where p.id = locked.id
    returning p.id, locked.status as was, p.version`;

/**
 * Archives removed variants and updates the rest. Two variants may swap SKUs or option values, so those that change one
 * of them release theirs first.
 */
export async function replaceVariants(tx: Db, productId: string, targetVariants: VariantSnapshot[]) {
  const changes = targetVariants.flatMap(({ id, sku, options: chosen, priceDifference }, position) =>
    id ? [{ id, sku, options: chosen, cents: toCents(priceDifference), position }] : [],
  );
  const changeRows = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
                   as w (id uuid, sku text, options jsonb, cents bigint, position smallint)`;
  await tx.run(
    count('products.archiveVariants')`
      update variants v
         set archived_at = coalesce(v.archived_at, now()),
             sku = case when w.sku <> v.sku then v.id::text else v.sku end
        from variants before left join ${changeRows} on w.id = before.id
       where before.product_id = ${productId} and v.id = before.id
         and (w.id is null and before.archived_at is null or w.sku <> before.sku or w.options <> before.option_values)`,
  );
  if (changes.length > 0)
    await tx.run(
      count('products.updateVariants')`
        update variants v set sku = w.sku, option_values = w.options, price_difference_cents = w.cents,
                              position = w.position, archived_at = null
          from ${changeRows} where v.id = w.id and v.product_id = ${productId}`,
    );
}

type ProductVariants = { productId: string; variants: VariantSnapshot[] };

/** Inserts the variants without an id, in the order of the products. Returns them with their opening stock. */
export async function insertVariants(tx: Db, productVariants: ProductVariants[]) {
  const added = productVariants.flatMap(({ productId, variants }) =>
    variants.flatMap((variant, position) => (variant.id ? [] : [{ ...variant, productId, position }])),
  );
  if (added.length === 0) return [];
  const values = added.map(({ productId, sku, options: optionValues, position, priceDifference }) => ({
    productId,
    sku,
    optionValues,
    priceDifferenceCents: toCents(priceDifference),
    position,
  }));
  const rows = await tx.run(
    all('products.insertVariants', { id: uuid, productId: uuid, sku: text })`
      insert into variants ${rowsOf(values)} returning id, product_id, sku`,
  );
  const quantities = new Map(added.map(({ sku, quantity }) => [sku, quantity ?? 0]));
  return rows.map(({ sku, ...row }) => ({ ...row, quantity: quantities.get(sku) ?? 0 }));
}

/** Which of these SKUs variants other than `variantIds` have. */
export async function listTakenSkus(tx: Db, skus: string[], variantIds: string[]) {
  const rows = await tx.run(
    all('products.listTakenSkus', { sku: text })`
      select sku from variants where sku = any (${skus}::text[]) and id <> all (${variantIds}::uuid[])`,
  );
  return rows.map(({ sku }) => sku);
}

/** Last archived first, with the stock they still have. */
export const listArchivedVariants = (productId: string) =>
  all('products.listArchivedVariants', { id: uuid, options: json(AdminVariant.shape.options), available: number })`
    select v.id, v.option_values as options, s.available from variants v join stock s on s.variant_id = v.id
     where v.product_id = ${productId} and v.archived_at is not null order by v.archived_at desc`;
