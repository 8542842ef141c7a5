import type { Product } from '@shop/contracts/catalog/schema';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, sql } = await createTestStore();

const FIRST = ['Amber', 'Birch', 'Cedar', 'Dusk'];
const SECOND = ['Lamp', 'Lampshade', 'Dish', 'Ringlamp'];
const PRODUCTS = 6_400;

// One index for all rows takes a tenth of the time of adding them one by one.
const { rows: indexes } = await sql.query<{ indexdef: string }>(
  "select indexdef from pg_indexes where indexname = 'product_search_matches'",
);
await sql.query('drop index product_search_matches');
/** More products with a common word than are ranked individually. */
await sql.query(
  `insert into products (category_id, brand_id, name, slug, description, tags, price_cents, created_at)
   select (select id from categories order by id limit 1), (select id from brands order by id offset i % 2 limit 1),
          ($2::text[])[1 + i % 4] || ' ' || ($3::text[])[1 + i / 4 % 4], 'wide-' || i,
          case when i % 5 = 0 then 'Goes with any lamp.' when i % 2 = 0 then 'Lot qx' || i else 'A product.' end,
          case when i % 7 = 0 then '{lamp}'::text[] else '{}' end, 100 + i % 9,
          timestamptz '2026-01-01' + (i % 50) * interval '1 day'
     from generate_series(1, $1) i`,
  [PRODUCTS, FIRST, SECOND],
);
await sql.query(
  `with added as (insert into variants (product_id, sku) select id, slug from products where slug like 'wide-%'
                  returning id, product_id)
   insert into stock (variant_id, product_id, received, available) select id, product_id, 1, 1 from added`,
);
for (const { indexdef } of indexes) await sql.query(indexdef);
await sql.query('delete from search_synonyms');
// As autovacuum does within a minute: by statistics of a small store, a page takes 40 times as long.
await sql.query('analyze products, product_search, search_words, variants, stock');

async function everyPage(params: Record<string, string>) {
  const found: Product[] = [];
  let url: string | undefined = `/api/products?${new URLSearchParams({ limit: '100', ...params })}`;
  while (url) {
    const response = await guest.get(url);
    expect(response.statusCode, response.body).toBe(200);
    found.push(...response.json());
    url = /<(.*)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  return found;
}

type Response = Awaited<ReturnType<typeof guest.get>>;
const nextPage = ({ headers }: Response) => /<(.*)>/.exec(String(headers.link))?.[1] ?? '';
/** How the search was read, as the cursor of its next page has it. */
const orderOf = (response: Response) =>
  Buffer.from(new URL(nextPage(response), 'http://store').searchParams.get('cursor') ?? '', 'base64url')
    .toString()
    .split(' ')[0];
const total = ({ headers }: Response) => Number(headers['x-total-count']);

const everyProduct = await everyPage({ sortBy: 'newest' });
const has = (text: string, word: string) => text.toLowerCase().includes(word);
const isWord = (name: string, word: string) => name.toLowerCase().split(' ').includes(word);
const texts = ({ name, description, tags }: Product) => [name, description, ...tags].join(' ');

/** The expected tier of a product, derived from its texts alone: whole words before parts. */
const tierOf = ({ name, tags, description }: Product, word: string) => {
  if (isWord(name, word)) return 0;
  if (tags.includes(word)) return 1;
  if (new RegExp(`\\b${word}\\b`).test(description)) return 2;
  return name
    .toLowerCase()
    .split(' ')
    .some((part) => part.startsWith(word))
    ? 3
    : 4;
};

for (const counted of [false, true]) {
  const when = counted ? 'after its words are counted' : 'before its words are counted';

  test(`a search for a common word is paginated in tier order without gaps or repeats, ${when}`, {
    timeout: 60_000,
  }, async () => {
    if (counted) await sql.query('select count_search_words()');

    const found = await everyPage({ q: 'lamp' });

    const expected = everyProduct.filter((product) => has(texts(product), 'lamp'));
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)));
    expect(found).toHaveLength(expected.length);
    const tiers = found.map((product) => tierOf(product, 'lamp'));
    expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
  });

  test(`a search for two common words ranks products with both first, ${when}`, { timeout: 60_000 }, async () => {
    const found = await everyPage({ q: 'lamp amber' });
    const both = found.map((product) => has(texts(product), 'lamp') && has(texts(product), 'amber'));

    expect(both.lastIndexOf(true)).toBeLessThan(both.indexOf(false));
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(found.slice(0, 100).every(({ name }) => name === 'Amber Lamp')).toBe(true);
  });
}

test('a search for a word contained in thousands of others finds every product that contains it', {
  timeout: 60_000,
}, async () => {
  const expected = everyProduct.filter((product) => has(texts(product), 'qx'));

  const found = await everyPage({ q: 'qx' });
  const withAnother = await everyPage({ q: 'qx dish' });

  expect(expected.length).toBeGreaterThan(2_000);
  expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  expect(withAnother.length).toBeGreaterThan(found.length);
  expect(withAnother[0]?.name).toMatch(/Dish$/);
});

test('a search for three characters of hundreds of words finds every product that contains them', async () => {
  const expected = everyProduct.filter(({ name, description }) => has(`${name} ${description}`, 'qx1'));

  const found = await everyPage({ q: 'qx1' });

  expect(expected.length).toBeGreaterThan(300);
  expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
});

test('a search for a common word with a narrow filter is ranked like one for a rare word', async () => {
  const found = await everyPage({ q: 'lamp', minPrice: '1.03', maxPrice: '1.03' });
  const tiers = found.map((product) => tierOf(product, 'lamp'));

  expect(tiers).toEqual(tiers.toSorted((a, b) => a - b));
  expect(found.every(({ price }) => price === 1.03)).toBe(true);
  expect(found.length).toBeGreaterThan(100);
});

test('a search for a common word with a price has the products of that price first, without gaps or repeats', {
  timeout: 60_000,
}, async () => {
  const found = await everyPage({ q: 'lamp under 1.03' });
  const cheap = found.map(({ price }) => price <= 1.03);

  expect(cheap.lastIndexOf(true)).toBeLessThan(cheap.indexOf(false));
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
  expect(found.length).toBeGreaterThan(5_000);
});

test('a search for a common word has its products out of stock last on each page', async () => {
  await sql.query(
    "update stock set available = 0, sold = 1 where product_id in (select id from products where slug ~ '^wide-.*[02468]$')",
  );

  const found: Product[] = (await guest.get('/api/products?q=lamp&limit=50')).json();

  const inStock = found.map((product) => product.inStock);
  expect(inStock).toContain(false);
  expect(inStock.lastIndexOf(true)).toBeLessThan(inStock.indexOf(false));
});

test('a search for a common word has its total count on every page', async () => {
  const first = await guest.get('/api/products?q=lamp&limit=5');
  const second = await guest.get(nextPage(first));

  expect(total(first)).toBeGreaterThan(5_000);
  expect(second.headers['x-total-count']).toBe(first.headers['x-total-count']);
});

test('a search with up to 5,000 matches ranks each of them, one with more reads them in stages', async () => {
  const few = await guest.get('/api/products?q=qx&limit=5');
  const many = await guest.get('/api/products?q=lamp&limit=5');
  const filtered = await guest.get('/api/products?q=lamp&maxPrice=1.03&limit=5');

  expect([total(few), orderOf(few)]).toEqual([expect.toSatisfy((count) => count < 5_000), 'ranked']);
  expect([total(many), orderOf(many)]).toEqual([expect.toSatisfy((count) => count > 5_000), 'staged']);
  expect([total(filtered), orderOf(filtered)]).toEqual([expect.toSatisfy((count) => count < 5_000), 'ranked']);
});

test('a search for a common word has the products with only its unranked words last, without gaps or repeats', {
  timeout: 60_000,
}, async () => {
  const found = await everyPage({ q: 'is lamp' });

  const all = everyProduct.filter((product) => {
    const searched = `${texts(product)} ${product.brand} ${product.category}`;
    return has(searched, 'is') || has(searched, 'lamp');
  });
  expect(found.map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
  const lamps = found.map((product) => has(texts(product), 'lamp'));
  expect(lamps.lastIndexOf(true)).toBeLessThan(lamps.indexOf(false));
});

test('the pages of a search keep the order of the first one when its number of matches changes', {
  timeout: 60_000,
}, async () => {
  const publish = (status: string) =>
    sql.query("update products set status = $1 where slug ~ '^wide-.*[2468]$'", [status]);
  const staged = await guest.get('/api/products?q=lamp&limit=50');
  await publish('archived');
  const stagedNext = await guest.get(nextPage(staged));
  const ranked = await guest.get('/api/products?q=lamp&limit=50');
  await publish('published');
  const rankedNext = await guest.get(nextPage(ranked));

  expect([staged, stagedNext, ranked, rankedNext].map(orderOf)).toEqual(['staged', 'staged', 'ranked', 'ranked']);
  expect([staged, stagedNext, ranked, rankedNext].map((page) => total(page) > 5_000)).toEqual([
    true,
    false,
    false,
    true,
  ]);
  for (const pages of [
    [staged, stagedNext],
    [ranked, rankedNext],
  ])
    expect(new Set(pages.flatMap((page) => page.json().map(({ id }: Product) => id))).size).toBe(100);
});
