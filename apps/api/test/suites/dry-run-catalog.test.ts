import { randomUUID } from 'node:crypto';
import { IMPORT_TRIED_MAX } from '@shop/contracts/catalog/import-schema';
import { DryRun } from '@shop/contracts/effects/schema';
import { expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { createTestStore } from '#test/test-store.ts';

const { aProduct, anAdmin, aShopper, sql, work } = await createTestStore();
const owner = await anAdmin({ password: PASSWORD });
await aProduct();

const countOf = async (table: string, column: string, value: string) =>
  (await sql.query(`select from ${table} where ${column} = $1`, [value])).rowCount;

test('a dry run of a role change needs no password, and counts no attempt', async () => {
  const mia = await aShopper({ name: 'Mia' });
  const path = `/api/admin/customers/${mia.id}/role`;

  for (let round = 0; round < 30; round += 1) {
    const { effects } = DryRun.parse((await owner.put(`${path}/dry-run`, { role: 'owner' })).json());
    expect(effects).toEqual([
      { kind: 'role', person: 'Mia', from: 'customer', to: 'owner' },
      { kind: 'deleted', what: 'session', count: 1 },
      { kind: 'email', count: expect.any(Number) },
    ]);
  }

  expect((await owner.put(path, { role: 'owner', password: PASSWORD })).statusCode).toBe(200);
});

test('a dry run of a role change is rejected without permission', async () => {
  const [mia, sam] = [await aShopper(), await anAdmin({ role: 'support' })];

  const response = await sam.put(`/api/admin/customers/${mia.id}/role/dry-run`, { role: 'owner' });

  expect(response.statusCode).toBe(403);
});

test('an import of many products is counted by its check, and one of few is tried out', async () => {
  const upload = async (products: number) => {
    const lines = Array.from({ length: products }, () => {
      const slug = `ring-${randomUUID()}`;
      return `${slug},Ring,A ring.,50,Curiosities,House of Tests,/media/a/960.webp,2`;
    });
    const csv = ['Slug,Name,Description,Price,Category,Brand,Images,Quantity', ...lines].join('\n');
    const response = await owner.post('/api/admin/product-imports?name=rings.csv', Buffer.from(csv), {
      'content-type': 'text/csv',
      'idempotency-key': randomUUID(),
    });
    await work();
    return `/api/admin/product-imports/${response.json().id}`;
  };
  const effectsOf = async (path: string) => DryRun.parse((await owner.post(`${path}/run/dry-run`)).json()).effects;
  const [few, many] = [await upload(2), await upload(IMPORT_TRIED_MAX + 1)];
  const before = await fingerprintWithoutCounts(sql);

  expect(await effectsOf(few)).toEqual([
    { kind: 'stock', change: 'added', units: 4 },
    { kind: 'product', change: 'created', count: 2 },
  ]);
  expect(await effectsOf(many)).toEqual([{ kind: 'product', change: 'created', count: IMPORT_TRIED_MAX + 1 }]);
  expect(await fingerprintWithoutCounts(sql)).toEqual(before);
});

test('a form that is sent twice with one key creates one record', async () => {
  const terms = { title: '', description: '', startsAt: null, endsAt: null, usageLimit: null, perUserLimit: null };
  const slug = `gifts-${randomUUID()}`.slice(0, 40);
  const code = `TWICE-${randomUUID()}`.slice(0, 30).toUpperCase();
  const forms: [url: string, payload: object][] = [
    ['/api/admin/pages', { slug, title: 'Gifts', description: '', body: 'We wrap gifts.' }],
    ['/api/admin/discount-codes', { code, percent: 10, ...terms }],
    ['/api/admin/categories', { name: slug }],
  ];

  for (const [url, payload] of forms) {
    const key = { 'idempotency-key': randomUUID() };
    const [first, second] = [await owner.post(url, payload, key), await owner.post(url, payload, key)];
    expect([first.statusCode, second.statusCode], url).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
  }

  expect(await countOf('pages', 'slug', slug)).toBe(1);
  expect(await countOf('discount_codes', 'code', code)).toBe(1);
  expect(await countOf('categories', 'name', slug)).toBe(1);
});

test('a deletion and a merge that are sent twice with one key have the same response', async () => {
  const { id: productId } = await aProduct();
  const aCategory = async () => (await owner.post('/api/admin/categories', { name: randomUUID() })).json().id;
  const [from, into] = [await aCategory(), await aCategory()];
  const calls: [url: string, method: 'delete' | 'post', payload?: object][] = [
    [`/api/products/${productId}`, 'delete'],
    [`/api/admin/categories/${from}/merge`, 'post', { into }],
    [`/api/admin/categories/${into}`, 'delete'],
  ];

  for (const [url, method, payload] of calls) {
    const key = { 'idempotency-key': randomUUID() };
    const first = await owner[method](url, payload, key);
    const second = await owner[method](url, payload, key);
    expect(first.statusCode, first.body).toBeLessThan(300);
    expect([second.statusCode, second.body], url).toEqual([first.statusCode, first.body]);
  }
});
