import { COUNT_MAX } from '@shop/contracts/catalog';
import type { Pool } from 'pg';
import { findKeptTotal } from './queries-facets.ts';
import { countProducts, sampleShare } from './queries-list.ts';
import { countWithTerms, estimateShop } from './queries-search.ts';
import { countedChoice, isOpen, type ProductFilter, type Wide } from './rules.ts';

const MANY = COUNT_MAX + 1;

/** How many products a filter keeps: exact as far as totals are told, and counted only where no count is kept. */
export async function countMatching(pool: Pool, filter: ProductFilter) {
  const choice = countedChoice(filter);
  if (choice) return findKeptTotal(pool, choice);

  const { wide, ...others } = filter;
  if (wide && isOpen(others)) return countWide(pool, wide);
  return (await isFarBeyond(pool, filter, COUNT_MAX)) ? MANY : countProducts(pool, filter);
}

/** Half more than that is more than a sample errs. */
const DOUBT = 1.5;

/** Whether a sample leaves no doubt that there are more products than that. */
export async function isFarBeyond(pool: Pool, filter: ProductFilter, limit: number) {
  const banded = { ...filter, tags: undefined, sizes: undefined, wide: undefined };
  const kept = countedChoice(banded) ? banded : { ...banded, minPriceCents: undefined, maxPriceCents: undefined };
  const choice = countedChoice(kept);
  const total = choice ? await findKeptTotal(pool, choice) : 0;
  return total > DOUBT * limit && total * (await sampleShare(pool, kept, filter)) > DOUBT * limit;
}

async function countWide(pool: Pool, wide: Wide) {
  if (wide.atLeast > COUNT_MAX) return MANY;
  if (wide.texts.length + wide.skuProducts.length === 0) return countWithTerms(pool, wide.keys);
  // To count texts is to read them all; what is so vague is in most of them.
  return (await estimateShop(pool)) > COUNT_MAX ? MANY : countProducts(pool, { wide });
}
