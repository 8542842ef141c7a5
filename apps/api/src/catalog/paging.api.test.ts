import { type Product, SORTS } from '@shop/contracts/catalog';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestStore } from '../../test/test-store.ts';

const { guest, aProduct } = await createTestStore();

/** Few values and many equals: where a page breaks between equals, a careless cursor repeats or drops. */
const PRODUCTS = Array.from({ length: 60 }, (_, i) => ({
  category: i % 3 ? 'Shelf' : 'Other shelf',
  brand: i % 2 ? 'Even' : 'Odd',
  price: 1 + (i % 4),
  salePrice: i % 5 ? 0 : 0.5,
  rating: (i % 3) + 2,
  tags: [`tag-${i % 4}`],
  name: i % 7 ? 'Plain piece' : 'Rare piece',
  createdAt: new Date(Date.UTC(2026, 0, 1 + (i % 5))),
}));

const questions = fc.record(
  {
    category: fc.constantFrom('Shelf', 'Other shelf'),
    brand: fc.constantFrom('Even', 'Odd'),
    minPrice: fc.constantFrom('0', '0.5', '2'),
    maxPrice: fc.constantFrom('2', '3.00'),
    rating: fc.constantFrom('2', '3', '4'),
    tags: fc.constantFrom('tag-0', 'tag-1'),
    q: fc.constantFrom('rare', 'piece', 'rare shelf'),
    sortBy: fc.constantFrom(...SORTS),
  },
  { requiredKeys: [] },
);

async function everyPage(question: Record<string, string>, limit: number) {
  const ids: string[] = [];
  let url: string | undefined = `/api/products?${new URLSearchParams({ ...question, limit: `${limit}` })}`;
  while (url) {
    const response = await guest.get(url);
    ids.push(...response.json().map(({ id }: Product) => id));
    url = /<(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return ids;
}

test('API-008 pages follow one another without gap or repeat, whatever the filters, the order and the size', async () => {
  for (const product of PRODUCTS) await aProduct(product);

  await fc.assert(
    fc.asyncProperty(questions, fc.integer({ min: 1, max: 9 }), async (question, limit) => {
      // Our own shelf keeps it small; the whole answer in one page is the measure.
      const filtered = { category: 'Shelf', ...question };
      const whole = await everyPage(filtered, 100);
      expect(await everyPage(filtered, limit)).toEqual(whole);
      expect(new Set(whole).size).toBe(whole.length);
    }),
    { numRuns: 60 },
  );
});
