import { inArray } from 'drizzle-orm';
import * as catalog from '#catalog/schema.ts';
import { searchSynonyms } from '#catalog/synonyms/schema.ts';
import { discountCodes } from '#discounts/schema.ts';
import { stock, stockMovements } from '#inventory/schema.ts';
import type { Db } from '#platform/database/db.ts';
import { brandLogo, type Sample } from './files.ts';
import type { ImageStore } from './images.ts';
import { addReviews } from './reviews.ts';
import { SAMPLE_SYNONYMS } from './synonyms.ts';

type SampleProduct = Sample['catalog']['products'][number];
type ImageUrl = (file: string) => string;

/** Adds missing rows only; existing ones may have been edited since and stay unchanged. */
export async function loadCatalog(tx: Db, sample: Sample, imageUrl: ImageUrl, store: ImageStore) {
  const { categories, brands, products } = sample.catalog;
  await tx
    .insert(catalog.categories)
    .values(categories.map((category, position) => ({ ...category, position, image: imageUrl(category.image) })))
    .onConflictDoNothing();
  await tx
    .insert(catalog.brands)
    .values(brands.map((brand) => ({ ...brand, logo: brandLogo(brand.logo) })))
    .onConflictDoNothing();
  const categoryIds = await idsByName(tx, catalog.categories);
  const brandIds = await idsByName(tx, catalog.brands);

  const added: SampleProduct[] = [];
  for (const product of products) {
    const [row] = await tx
      .insert(catalog.products)
      .values({
        name: product.name,
        slug: product.slug,
        description: product.description,
        categoryId: requireId(categoryIds, product.category),
        brandId: requireId(brandIds, product.brand),
        priceCents: Math.round(product.price * 100),
        salePriceCents: product.salePrice && Math.round(product.salePrice * 100),
        tags: product.tags,
        specifications: product.specifications,
        options: product.options,
        // A quantity of 0 is out of stock by itself; the switch is off only if there are units that are not for sale.
        sellable: product.inStock || product.quantity === 0,
        createdAt: product.createdAt,
      })
      .onConflictDoNothing()
      .returning({ id: catalog.products.id });
    if (!row) continue;
    added.push(product);
    await addDetails(tx, row.id, product, sample, imageUrl);
    const ofProduct = sample.reviews.filter((review) => review.productSlug === product.slug);
    await addReviews(tx, store, row.id, ofProduct);
  }
  await addPairings(tx, added);
  await addDiscountCodes(tx, sample.promotions);
  if (added.length > 0) await addSynonyms(tx);
  return added.length;
}

async function addDetails(tx: Db, productId: string, product: SampleProduct, sample: Sample, imageUrl: ImageUrl) {
  if (product.derivedSlug) await tx.insert(catalog.productSlugs).values({ slug: product.derivedSlug, productId });
  await tx.insert(catalog.productImages).values(
    product.images.map((file, position) => ({
      productId,
      position,
      url: imageUrl(file),
      alt: sample.catalog.imageAlts[file] ?? '',
    })),
  );
  for (const [position, { sku, options, quantity }] of product.variants.entries()) {
    await addVariant(tx, { productId, sku, optionValues: options, position }, quantity);
  }
}

async function addVariant(tx: Db, variant: typeof catalog.variants.$inferInsert, quantity: number) {
  const [row] = await tx.insert(catalog.variants).values(variant).returning({ id: catalog.variants.id });
  if (!row) throw new Error(`Variant ${variant.sku} was not stored.`);
  await tx
    .insert(stock)
    .values({ variantId: row.id, productId: variant.productId, received: quantity, available: quantity });
  if (quantity > 0) {
    await tx.insert(stockMovements).values({ variantId: row.id, delta: quantity, reason: 'Opening stock' });
  }
}

async function addPairings(tx: Db, products: SampleProduct[]) {
  const { slug, id } = catalog.products;
  const slugs = products.flatMap((product) => [product.slug, ...product.pairsWith]);
  const rows = await tx.select({ slug, id }).from(catalog.products).where(inArray(slug, slugs));
  const ids = new Map(rows.map((row) => [row.slug, row.id]));
  const pairings = products.flatMap((product) =>
    product.pairsWith.map((paired, position) => ({
      productId: requireId(ids, product.slug),
      pairedId: requireId(ids, paired),
      position,
    })),
  );
  if (pairings.length > 0) await tx.insert(catalog.productPairings).values(pairings);
}

async function addDiscountCodes(tx: Db, promotions: Sample['promotions']) {
  await tx
    .insert(discountCodes)
    .values(promotions.map(({ percent, ...code }) => ({ ...code, percentBp: Math.round(percent * 100) })))
    .onConflictDoNothing();
}

/** Only in a store without any: groups may have been removed since. */
async function addSynonyms(tx: Db) {
  if ((await tx.select({ id: searchSynonyms.id }).from(searchSynonyms).limit(1)).length > 0) return;
  await tx.insert(searchSynonyms).values(SAMPLE_SYNONYMS.map((words) => ({ words })));
}

async function idsByName(tx: Db, table: typeof catalog.categories | typeof catalog.brands) {
  const rows = await tx.select({ name: table.name, id: table.id }).from(table);
  return new Map(rows.map(({ name, id }) => [name, id]));
}

function requireId<T>(ids: Map<string, T>, name: string) {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`The sample data refers to '${name}', which it does not contain.`);
  return id;
}
