import type { Product } from '@shop/contracts/catalog/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, sql } = await createTestStore();

/** Few characters, so that words coincide; with accents, pattern metacharacters and word separators. */
const character = fc.constantFrom(...'aabbcdeEÉéßñ½12%_-&\'"\\.,/(');
const word = fc.string({ unit: character, minLength: 1, maxLength: 5 });
const words = (maxLength: number) => fc.array(word, { minLength: 1, maxLength }).map((list) => list.join(' '));

const productTexts = fc.record({
  name: words(3),
  description: words(8),
  category: words(2),
  brand: words(2),
  tags: fc.array(word, { maxLength: 3 }),
});
type ProductTexts = typeof productTexts extends fc.Arbitrary<infer T> ? T : never;

/** The rule as specified: any word of the query appears, case-insensitively, in one of these. */
function matches({ name, description, category, brand, tags }: ProductTexts, query: string) {
  const texts = [name, description, category, brand, ...tags].map((text) => text.toLowerCase());
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .some((part) => texts.some((text) => text.includes(part)));
}

async function search(q: string) {
  const response = await guest.get(`/api/products?${new URLSearchParams({ q, limit: '100' })}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().map(({ slug }: Product) => slug);
}

test('SRCH-003 search results never miss a product that matches the rule', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(productTexts, { minLength: 1, maxLength: 8 }),
      fc.array(words(3), { minLength: 1, maxLength: 12 }),
      async (products, queries) => {
        await sql.query("update products set status = 'archived' where status = 'published'");
        const stored = [];
        for (const product of products) stored.push({ ...product, ...(await aProduct(product)) });

        for (const query of queries) {
          const found = new Set(await search(query));
          const missing = stored.filter((product) => matches(product, query) && !found.has(product.slug));
          expect(missing, `searched for ${query}`).toEqual([]);
        }
      },
    ),
    { numRuns: 40 },
  );
});
