import type { CollectionRule, RuleSet } from '@shop/contracts/catalog/collection-admin-schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';
import { createTestStore } from '#test/test-store.ts';
import { matchesRules } from './member-queries.ts';

const shop = await createTestStore();
const { db, aProduct } = shop;
const DAY = 24 * 60 * 60 * 1_000;

const CATEGORIES = ['Rings', 'Vases'];
const BRANDS = ['Prisma', 'Nocturne'];
const TAGS = ['gift', 'bridal', 'a%b', "o'clock"];
/** Few characters, with case and pattern metacharacters, so that names coincide. */
const nameOf = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aAbB%_\\\'"-'), minLength, maxLength: minLength + 3 });

const facts = fc.record({
  name: nameOf(3).map((text) => `x${text}`),
  category: fc.constantFrom(...CATEGORIES),
  brand: fc.constantFrom(...BRANDS),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 3 }),
  price: fc.constantFrom(10, 10.01, 25),
  salePrice: fc.constantFrom(0, 5, 9.99),
  /** Half a day off every bound, so that the run time of the test does not matter. */
  ageDays: fc.constantFrom(0.5, 1.5, 29.5, 30.5, 31.5),
  quantities: fc.array(fc.nat(1), { minLength: 1, maxLength: 2 }),
  sellable: fc.boolean(),
  status: fc.constantFrom('published' as const, 'published' as const, 'draft' as const),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

/** Rules over names of categories and brands, whose ids the test looks up. */
const equality = fc.constantFrom('is' as const, 'is-not' as const);
const comparison = fc.constantFrom('at-least' as const, 'at-most' as const);
const rule: fc.Arbitrary<CollectionRule> = fc.oneof(
  fc.record({ field: fc.constant('category' as const), operator: equality, value: fc.constantFrom(...CATEGORIES) }),
  fc.record({ field: fc.constant('brand' as const), operator: equality, value: fc.constantFrom(...BRANDS) }),
  fc.record({ field: fc.constant('tag' as const), operator: equality, value: fc.constantFrom(...TAGS) }),
  fc.record({
    field: fc.constant('price' as const),
    operator: comparison,
    value: fc.constantFrom(5, 9.99, 10, 10.01, 25),
  }),
  fc.record({ field: fc.constant('sale' as const), operator: equality }),
  fc.record({ field: fc.constant('created' as const), operator: comparison, value: fc.constantFrom(1, 30, 31) }),
  fc.record({ field: fc.constant('stock' as const), operator: equality }),
  fc.record({ field: fc.constant('name' as const), operator: equality, value: nameOf(1) }),
);
const ruleSet = fc.record({
  match: fc.constantFrom('all' as const, 'any' as const),
  rules: fc.array(rule, { minLength: 1, maxLength: 4 }),
});

/** The rules as specified, over the facts of one product. */
function holds(product: Facts, { match, rules }: RuleSet) {
  const results = rules.map((one) => holdsFor(product, one));
  return product.status === 'published' && (match === 'all' ? results.every(Boolean) : results.some(Boolean));
}

function holdsFor(product: Facts, given: CollectionRule): boolean {
  switch (given.field) {
    case 'price': {
      const price = product.salePrice || product.price;
      return given.operator === 'at-least' ? price >= given.value : price <= given.value;
    }
    case 'created':
      return given.operator === 'at-least' ? product.ageDays >= given.value : product.ageDays <= given.value;
    default:
      return isTrueOf(product, given) === (given.operator === 'is');
  }
}

function isTrueOf(product: Facts, given: CollectionRule): boolean {
  switch (given.field) {
    case 'category':
      return product.category === given.value;
    case 'brand':
      return product.brand === given.value;
    case 'tag':
      return product.tags.includes(given.value);
    case 'sale':
      return product.salePrice > 0;
    case 'stock':
      return product.sellable && product.quantities.some((units) => units > 0);
    case 'name':
      return product.name.toLowerCase().includes(given.value.toLowerCase());
    default:
      return false;
  }
}

async function labelIds() {
  const rows = await db.run(
    all('test.labels', { name: text, id: uuid })`select name, id from categories union all select name, id from brands`,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}

test('the SQL condition of rules matches the same products as the rules themselves', { timeout: 120_000 }, async () => {
  await Promise.all(CATEGORIES.map((category, place) => aProduct({ category, brand: BRANDS[place] })));
  const ids = await labelIds();
  const withIds = ({ match, rules }: RuleSet): RuleSet => ({
    match,
    rules: rules.map((one) =>
      one.field === 'category' || one.field === 'brand' ? { ...one, value: ids.get(one.value) ?? '' } : one,
    ),
  });

  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { minLength: 1, maxLength: 6 }),
      fc.array(ruleSet, { minLength: 1, maxLength: 10 }),
      async (products, ruleSets) => {
        const stored: (Facts & { id: string })[] = [];
        for (const { ageDays, ...product } of products) {
          const createdAt = new Date(Date.now() - ageDays * DAY);
          const salePrice = product.salePrice || undefined;
          stored.push({ ...product, ageDays, id: (await aProduct({ ...product, salePrice, createdAt })).id });
        }
        for (const set of ruleSets) {
          const rows = await db.run(
            all('test.matching', { id: uuid })`
              select p.id from products p where p.id = any (${stored.map(({ id }) => id)}::uuid[])
                 and ${matchesRules(withIds(set))}`,
          );
          const expected = stored.filter((product) => holds(product, set)).map(({ id }) => id);
          expect(rows.map(({ id }) => id).toSorted(), JSON.stringify(set)).toEqual(expected.toSorted());
        }
      },
    ),
    { numRuns: 40 },
  );
});
