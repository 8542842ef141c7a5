import type { Product } from '@shop/contracts/catalog/schema';
import { expect, test } from 'vitest';
import { JUDGED_QUERIES } from '#test/requests/judged-queries.ts';
import { createTestStore } from '#test/test-store.ts';

const { guest } = await createTestStore();

const ALLOWED_MISSES = 7;

test('judged search queries have an expected product first', async () => {
  const queries = Object.values(JUDGED_QUERIES).flatMap(Object.entries<string | string[]>);
  const misses: string[] = [];
  for (const [q, expected] of queries) {
    const found: Product[] = (await guest.get(`/api/products?${new URLSearchParams({ q })}`)).json();
    const first = found[0]?.name ?? 'nothing';
    if (![expected].flat().includes(first))
      misses.push(`${q}: expected ${[expected].flat().join(' or ')}, found ${first}`);
  }

  console.log(`${queries.length - misses.length} of ${queries.length} judged queries have an expected product first.`);
  expect(queries.length).toBeGreaterThanOrEqual(150);
  expect(misses.length, misses.join('\n')).toBeLessThanOrEqual(ALLOWED_MISSES);
});
