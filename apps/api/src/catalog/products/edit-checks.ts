/** Slugs and SKUs are unique in the store. */
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { findFreeSlug, slugBaseOf } from '#catalog/slugs.ts';
import type { Db } from '#platform/database/db.ts';
import { violatesConstraint } from '#platform/database/errors.ts';
import { listTakenSkus, listTakenSlugs } from './edit-queries.ts';
import { invalid, type VariantSnapshot } from './edit-rules.ts';

export async function checkSkus(tx: Db, variants: VariantSnapshot[]) {
  const skus = variants.map(({ sku }) => sku);
  const taken = await listTakenSkus(
    tx,
    skus,
    variants.flatMap(({ id }) => id ?? []),
  );
  const place = skus.findIndex((sku, index) => taken.includes(sku) || skus.indexOf(sku) < index);
  if (place >= 0) throw invalid([{ field: `variants.${place}.sku`, message: messages.skuTaken }]);
}

/** Concurrent requests for the same slug or SKU both pass the checks; the unique constraint rejects one of them. */
export async function mapUniqueViolations<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (error) {
    if (violatesConstraint(error, 'variants_sku_key'))
      throw invalid([{ field: 'variants', message: messages.skuTaken }]);
    // Deleted by another editor since it was selected.
    if (violatesConstraint(error, 'products_category_id_fkey'))
      throw invalid([{ field: 'category', message: messages.categoryUnknown }]);
    if (violatesConstraint(error, 'products_brand_id_fkey'))
      throw invalid([{ field: 'brand', message: messages.brandUnknown }]);
    if (violatesConstraint(error, 'products_slug_key') || violatesConstraint(error, 'product_slugs_pkey'))
      throw invalid([{ field: 'slug', message: messages.slugTaken }]);
    throw error;
  }
}

/** The requested slug if it is free; without one, the first free slug derived from the name. */
export async function resolveSlug(tx: Db, requested: string | undefined, name: string, ownId?: string) {
  const listTaken = (slugs: string[]) => listTakenSlugs(tx, slugs, ownId);
  if (!requested) return findFreeSlug(slugBaseOf(name, 'product'), listTaken);
  if ((await listTaken([requested])).length === 0) return requested;
  throw invalid([{ field: 'slug', message: messages.slugTaken }]);
}
