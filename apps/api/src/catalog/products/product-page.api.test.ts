/** What the page of a product shows to search engines, and to staff before it is published. */
import { AdminProduct, ProductChange, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { OPTIONAL_TEXT_MAX, OPTIONAL_TEXTS } from '@shop/contracts/catalog/product-fields';
import { ProductDetail } from '@shop/contracts/catalog/schema';
import { recordOf } from '@shop/contracts/common/record-of';
import { describe, expect, test } from 'vitest';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { guest, aProduct, aShopper, anAdmin } = shop;
await aProduct();
const grace = await anAdmin({ name: 'Grace' });

const draft = (more: Partial<ProductInput> = {}): ProductInput => ({
  name: 'Moon Ring',
  description: 'A ring like the moon.',
  price: 120,
  category: 'Curiosities',
  brand: 'House of Tests',
  quantity: 4,
  images: ['/media/moon-1/960.webp'],
  ...more,
});
const add = async (more?: Partial<ProductInput>) =>
  AdminProduct.parse((await grace.post('/api/products', draft(more))).json());
const read = async (id: string) => AdminProduct.parse((await grace.get(`/api/admin/products/${id}`)).json());
const change = (id: string, more: Partial<ProductInput>) => grace.put(`/api/products/${id}`, draft(more));

describe('page title, meta description and other optional texts of a product', () => {
  const texts = recordOf(OPTIONAL_TEXTS, (name) => `The ${name} of a moon ring`);
  const none = recordOf(OPTIONAL_TEXTS, () => '');

  test('are empty unless entered, and part of the product page', async () => {
    const plain = await add({ name: 'Plain Ring' });
    const { slug } = await add({ name: 'Found Ring', ...recordOf(OPTIONAL_TEXTS, (name) => ` ${texts[name]} `) });

    expect(plain).toMatchObject(none);
    expect((await guest.get(`/api/products/${slug}`)).json()).toMatchObject(texts);
  });

  test('stay when an edit omits them, and are copied with the product', async () => {
    const { id } = await add({ name: 'Kept Ring', ...texts });

    expect((await change(id, { name: 'Kept Ring', price: 130 })).json()).toMatchObject({ price: 130, ...texts });

    const copy = await grace.post(`/api/admin/products/${id}/duplicate`, {});
    expect(copy.json()).toMatchObject({ status: 'draft', ...texts });
  });

  test('are restored by undoing their change', async () => {
    const { id } = await add({ name: 'Undone Ring', ...texts });
    await change(id, { name: 'Undone Ring', ...none });
    expect(await read(id)).toMatchObject(none);

    const history = ProductChange.array().parse((await grace.get(`/api/admin/products/${id}/history`)).json());
    expect(history[0]?.before).toMatchObject(texts);
    await grace.post(`/api/admin/products/${id}/undo`, { changeId: history[0]?.id });

    expect(await read(id)).toMatchObject(texts);
  });

  test('are saved up to their maximum length', async () => {
    const longest = recordOf(OPTIONAL_TEXTS, (name) => 'x'.repeat(OPTIONAL_TEXT_MAX[name]));

    expect(await add({ name: 'Long Ring', ...longest })).toMatchObject(longest);
  });

  test.each<[Partial<ProductInput>, string, string]>([
    [{ seoTitle: 'x'.repeat(71) }, 'seoTitle', 'Page title must be 70 characters or fewer'],
    [{ seoDescription: 'x'.repeat(161) }, 'seoDescription', 'Meta description must be 160 characters or fewer'],
  ])('must not be too long: %#', async (more, field, message) => {
    const response = await grace.post('/api/products', draft(more));

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toContainEqual({ field, message });
  });
});

describe('the preview of a product', () => {
  test('has the shape of the product page while the product is a draft, which guests cannot read', async () => {
    const paired = await add({ name: 'Pair Ring' });
    const { id, slug } = await add({ name: 'Draft Ring', status: 'draft', pairings: [paired.slug] });

    const response = await grace.get(`/api/admin/products/${id}/preview`);

    expect(response.headers['cache-control']).toContain('no-store');
    expect(ProductDetail.parse(response.json())).toMatchObject({
      id,
      slug,
      price: 120,
      variants: [{ quantity: 4 }],
      pairsWith: [{ id: paired.id }],
    });
    expect((await guest.get(`/api/products/${slug}`)).statusCode).toBe(404);
  });

  test('requires a staff member, and a product that is not deleted', async () => {
    const { id } = await add({ name: 'Gone Ring' });
    const path = `/api/admin/products/${id}/preview`;

    expect((await guest.get(path)).statusCode).toBe(401);
    expect((await (await aShopper()).get(path)).statusCode).toBe(403);
    await grace.delete(`/api/products/${id}`);
    expect((await grace.get(path)).statusCode).toBe(404);
    expect((await grace.get(`/api/admin/products/${UNKNOWN_ID}/preview`)).statusCode).toBe(404);
  });
});

test('the collections of a product are those that contain it, also unpublished ones', async () => {
  const { id } = await add({ name: 'Collected Ring' });
  const collection = (name: string) =>
    grace.post('/api/admin/collections', { name, kind: 'manual', sort: 'manual', status: 'draft' });
  const gifts = (await collection('Gifts')).json();
  await collection('Others');
  const picked = await grace.put(`/api/admin/collections/${gifts.id}/products`, {
    productIds: [id],
    version: gifts.version,
  });
  expect(picked.statusCode, picked.body).toBe(200);

  const response = await grace.get(`/api/admin/products/${id}/collections`);

  expect(response.json()).toEqual([{ id: gifts.id, name: 'Gifts' }]);
});
