import { aCopyOf, openTestStore } from '@shop/api/testing';
import { afterAll, expect, inject, test } from 'vitest';
import { buildBareApi } from './api.ts';

const database = await aCopyOf(inject('sampleDatabaseUrl'));
const store = await openTestStore({ databaseUrl: database.url, mediaDir: inject('mediaDir') });
const bare = buildBareApi(database.url);
afterAll(async () => {
  await Promise.all([store.close(), bare.close()]);
  await database.drop();
});

const HEADERS = ['x-total-count', 'x-search', 'link'];

/** Status, body and the headers of a list. */
async function ask(app: Pick<typeof bare, 'inject'>, url: string) {
  const { statusCode, body, headers } = await app.inject({ url });
  return { statusCode, body, headers: HEADERS.map((name) => String(headers[name] ?? '')) };
}
async function expectSameAnswer(path: string) {
  const answer = await ask(store.app, path);
  expect(answer.statusCode).toBe(200);
  expect({ path, ...(await ask(bare, path)) }).toEqual({ path, ...answer });
  return answer.body;
}

test('the bare API answers the first page like the API, byte by byte', async () => {
  expect(JSON.parse(await expectSameAnswer('/api/products'))).toHaveLength(24);
});

test('the bare API answers every product like the API, byte by byte', async () => {
  const { rows } = await store.sql.query<{ slug: string }>("select slug from products where status = 'published'");
  const bodies = [];
  for (const { slug } of rows) bodies.push(await expectSameAnswer(`/api/products/${slug}`));

  // All parts of a product are compared.
  const found = bodies.map((body) => JSON.parse(body));
  for (const part of ['reviews', 'pairsWith', 'variants', 'reviewSizes', 'reviewPhotos'])
    expect(
      found.some((product) => product[part].length > 0),
      part,
    ).toBe(true);
});

test.each(['crystal', 'silk', 'gift', 'gold', 'velvet'])(
  'the bare API answers a search for "%s" like the API, byte by byte',
  async (word) => {
    expect(JSON.parse(await expectSameAnswer(`/api/products?q=${word}`)).length).toBeGreaterThan(1);
  },
);

test.each(['cry', 'aur', 'sil', 'ear'])(
  'the bare API answers suggestions for "%s" like the API, byte by byte',
  async (typed) => {
    expect(JSON.parse(await expectSameAnswer(`/api/products/suggestions?q=${typed}`)).length).toBeGreaterThan(0);
  },
);
