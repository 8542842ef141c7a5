import { OPTIONAL_TEXTS } from '@shop/contracts/catalog/product-fields';
import { and, desc, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { NIL_ID } from '#catalog/rules.ts';
import { productImages, productSlugs, products, variants } from '#catalog/schema.ts';
import { brandIdOf, categoryIdOf } from '#catalog/taxonomy/alias-queries.ts';
import { stock } from '#inventory/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { orderedOptions } from '#platform/database/ordered-options.ts';
import type { AdminProductRow, ProductSnapshot, VariantSnapshot } from './edit-rules.ts';

const VARIANT_OPTIONS = orderedOptions(sql`v.option_values`, sql`p.options`);

/** `p.seo_title as "seoTitle", …` */
const TEXTS = sql.raw(OPTIONAL_TEXTS.map((name) => `p.${toSnakeCase(name)} as "${name}"`).join(', '));

const PRODUCT = sql`
  select p.id, p.version, p.name, p.slug, p.description, p.price_cents::float8 as "priceCents",
         p.sale_price_cents::float8 as "salePriceCents", c.name as category, b.name as brand, p.sellable, p.status,
         to_json(p.tags) as tags, p.specifications, p.options, ${TEXTS},
         p.created_at as "createdAt", p.updated_at as "updatedAt",
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
  const [product] = await listProducts(db, [id]);
  return product;
}

/** Newest first. */
export async function listProducts(db: Db, ids: string[]) {
  const { rows } = await db.execute<AdminProductRow>(
    sql`${PRODUCT} where p.id = any (${sql.param(ids)}::uuid[]) order by p.id desc`,
  );
  return rows;
}

export async function listProductsBySlug(db: Db, slugs: string[]) {
  const { rows } = await db.execute<AdminProductRow>(sql`${PRODUCT} where p.slug = any (${sql.param(slugs)}::text[])`);
  return rows;
}

/** Locks the product until the transaction ends: the second of two concurrent edits sees the result of the first. */
export async function lockProduct(tx: Db, id: string) {
  await lockProducts(tx, [id]);
  return findProduct(tx, id);
}

/** Locks in id order, so that concurrent transactions do not deadlock. Does not block checkouts. */
export const lockProducts = (tx: Db, ids: string[]) =>
  tx.execute(sql`select from products where id = any (${sql.param(ids)}::uuid[]) order by id for no key update`);

type Labels = { category?: string; brand?: string };

/** By current or previous names: a form may have been opened before its category was renamed or merged. */
export async function findLabelIds(db: Db, { category, brand }: Labels) {
  const { rows } = await db.execute<{ categoryId: string | null; brandId: string | null }>(sql`
    select ${categoryIdOf(category ?? null)} as "categoryId", ${brandIdOf(brand ?? null)} as "brandId"`);
  return { categoryId: rows[0]?.categoryId ?? undefined, brandId: rows[0]?.brandId ?? undefined };
}

/** Which of these slugs another product has or once had. */
export async function listTakenSlugs(db: Db, slugs: string[], productId = NIL_ID) {
  const rows = await db
    .select({ slug: productSlugs.slug })
    .from(productSlugs)
    .where(and(inArray(productSlugs.slug, slugs), ne(productSlugs.productId, productId)));
  return rows.map(({ slug }) => slug);
}

export type LabelIds = { categoryId: string; brandId: string };

function columnsOf(snapshot: ProductSnapshot, labels: LabelIds) {
  // These are in other tables.
  const { category: _category, brand: _brand, images: _images, variants: _variants, ...others } = snapshot;
  const { pairings: _pairings, ...fields } = others;
  const { price, salePrice, stock: sellable, ...columns } = fields;
  return { ...columns, ...labels, sellable, priceCents: cents(price), salePriceCents: cents(salePrice) || null };
}
const cents = (amount: number) => Math.round(amount * 100);

/** Returns the new ids by slug. */
export async function insertProducts(tx: Db, added: { snapshot: ProductSnapshot; labels: LabelIds }[]) {
  const rows = await tx
    .insert(products)
    .values(added.map(({ snapshot, labels }) => columnsOf(snapshot, labels)))
    .returning({ id: products.id, slug: products.slug });
  return new Map(rows.map(({ id, slug }) => [slug, id]));
}

export const updateProduct = (tx: Db, id: string, snapshot: ProductSnapshot, labels: LabelIds) =>
  tx
    .update(products)
    .set({ ...columnsOf(snapshot, labels), version: sql`${products.version} + 1` })
    .where(eq(products.id, id));

export async function replaceImages(tx: Db, productId: string, images: ProductSnapshot['images']) {
  await tx.delete(productImages).where(eq(productImages.productId, productId));
  await insertImages(tx, [{ productId, images }]);
}

export async function insertImages(
  tx: Db,
  imagesByProduct: { productId: string; images: ProductSnapshot['images'] }[],
) {
  const rows = imagesByProduct.flatMap(({ productId, images }) =>
    images.map((image, position) => ({ productId, position, ...image })),
  );
  if (rows.length > 0) await tx.insert(productImages).values(rows);
}

/** Returns those of these products that were not deleted before, with their previous status. Locks them in id order. */
export async function softDeleteProducts(tx: Db, ids: string[]) {
  const { rows } = await tx.execute<{ id: string; was: string; version: number }>(sql`
    with locked as (select id, status from products where id = any (${sql.param(ids)}::uuid[]) and status <> 'deleted'
                   order by id for no key update)
    update products p set status = 'deleted', version = p.version + 1 from locked where p.id = locked.id
    returning p.id, locked.status as was, p.version`);
  return rows;
}

/**
 * Archives removed variants and updates the rest. Two variants may swap SKUs or option values, so those that change one
 * of them release theirs first.
 */
export async function replaceVariants(tx: Db, productId: string, targetVariants: VariantSnapshot[]) {
  const changes = targetVariants.flatMap(({ id, sku, options, priceDifference }, position) =>
    id ? [{ id, sku, options, cents: cents(priceDifference), position }] : [],
  );
  const changeRows = sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
                   as w (id uuid, sku text, options jsonb, cents bigint, position smallint)`;
  await tx.execute(sql`
    update variants v
       set archived_at = coalesce(v.archived_at, now()),
           sku = case when w.sku <> v.sku then v.id::text else v.sku end
      from variants before left join ${changeRows} on w.id = before.id
     where before.product_id = ${productId} and v.id = before.id
       and (w.id is null and before.archived_at is null or w.sku <> before.sku or w.options <> before.option_values)`);
  if (changes.length > 0)
    await tx.execute(sql`
      update variants v set sku = w.sku, option_values = w.options, price_difference_cents = w.cents,
                            position = w.position, archived_at = null
        from ${changeRows} where v.id = w.id and v.product_id = ${productId}`);
}

type ProductVariants = { productId: string; variants: VariantSnapshot[] };

/** Inserts the variants without an id, in the order of the products. Returns them with their opening stock. */
export async function insertVariants(tx: Db, productVariants: ProductVariants[]) {
  const added = productVariants.flatMap(({ productId, variants: all }) =>
    all.flatMap((variant, position) => (variant.id ? [] : [{ ...variant, productId, position }])),
  );
  if (added.length === 0) return [];
  const rows = await tx
    .insert(variants)
    .values(
      added.map(({ productId, sku, options, position, priceDifference }) => ({
        productId,
        sku,
        optionValues: options,
        priceDifferenceCents: cents(priceDifference),
        position,
      })),
    )
    .returning({ id: variants.id, productId: variants.productId, sku: variants.sku });
  const quantities = new Map(added.map(({ sku, quantity }) => [sku, quantity ?? 0]));
  return rows.map(({ sku, ...row }) => ({ ...row, quantity: quantities.get(sku) ?? 0 }));
}

/** Which of these SKUs variants other than `variantIds` have. */
export async function listTakenSkus(tx: Db, skus: string[], variantIds: string[]) {
  const rows = await tx
    .select({ sku: variants.sku })
    .from(variants)
    .where(and(inArray(variants.sku, skus), notInArray(variants.id, variantIds)));
  return rows.map(({ sku }) => sku);
}

/** Last archived first, with the stock they still have. */
export const listArchivedVariants = (tx: Db, productId: string) =>
  tx
    .select({ id: variants.id, options: variants.optionValues, available: stock.available })
    .from(variants)
    .innerJoin(stock, eq(stock.variantId, variants.id))
    .where(and(eq(variants.productId, productId), isNotNull(variants.archivedAt)))
    .orderBy(desc(variants.archivedAt));
