import { SORTS } from '@shop/contracts/catalog/constants';
import type { Product } from '@shop/contracts/catalog/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct } = await createTestStore();

/** Few distinct values: where a page breaks between equal ones, a wrong cursor repeats or drops products. */
const PRODUCTS = Array.from({ length: 60 }, (_, i) => ({
  category: i % 3 ? 'Paged' : 'Other paged',
  brand: i % 2 ? 'Even' : 'Odd',
  price: 1 + (i % 4),
  salePrice: i % 5 ? 0 : 0.5,
  rating: (i % 3) + 2,
  tags: [`tag-${i % 4}`],
  name: i % 7 ? 'Plain item' : 'Rare item',
  createdAt: new Date(Date.UTC(2026, 0, 1 + (i % 5))),
}));

const anyParams = fc.record(
  {
    category: fc.constantFrom('Paged', 'Other paged'),
    brand: fc.constantFrom('Even', 'Odd'),
    minPrice: fc.constantFrom('0', '0.5', '2'),
    maxPrice: fc.constantFrom('2', '3.00'),
    rating: fc.constantFrom('2', '3', '4'),
    tags: fc.constantFrom('tag-0', 'tag-1'),
    q: fc.constantFrom('rare', 'item', 'rare paged'),
    sortBy: fc.constantFrom(...SORTS),
  },
  { requiredKeys: [] },
);

async function everyPage(params: Record<string, string>, limit: number) {
  const ids: string[] = [];
  let url: string | undefined = `/api/products?${new URLSearchParams({ ...params, limit: `${limit}` })}`;
  while (url) {
    const response = await guest.get(url);
    ids.push(...response.json().map(({ id }: Product) => id));
    url = /<(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return ids;
}

test('API-008 product pages have no gaps or repeats for any filters, sort order and page size', async () => {
  for (const product of PRODUCTS) await aProduct(product);

  await fc.assert(
    fc.asyncProperty(anyParams, fc.integer({ min: 1, max: 9 }), async (params, limit) => {
      // A category of its own keeps the list small; all of it on one page is the reference.
      const filtered = { category: 'Paged', ...params };
      const whole = await everyPage(filtered, 100);
      expect(await everyPage(filtered, limit)).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    }),
    { numRuns: 60 },
  );
});
