import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { AdminProduct, ProductChange, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { ProductDetail } from '@shop/contracts/catalog/schema';
import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, aProduct, anAdmin } = await createTestStore();
const maya = await anAdmin({ role: 'manager' });
const [shoes, scarf, unpublished] = [
  await aProduct({ name: 'Shoes' }),
  await aProduct({ name: 'Scarf', quantities: [3] }),
  await aProduct({ name: 'Unpublished', status: 'draft' }),
];

const draft = (more: Partial<ProductInput> = {}): ProductInput => ({
  name: 'Evening dress',
  description: 'A dress.',
  price: 120,
  category: 'Curiosities',
  brand: 'House of Tests',
  images: ['https://images.example.com/dress.jpg'],
  ...more,
});
const add = async (pairings: string[]) =>
  AdminProduct.parse((await maya.post('/api/products', draft({ pairings }))).json());
const shown = async (slug: string) =>
  ProductDetail.parse((await guest.get(`/api/products/${slug}`)).json()).pairsWith.map((paired) => paired.slug);

test('a product pairs with products by slug and by SKU, in their order', async () => {
  const dress = await add([`${scarf.slug}-0`, shoes.slug, scarf.slug]);

  expect(dress.pairings).toEqual([
    { slug: scarf.slug, name: 'Scarf' },
    { slug: shoes.slug, name: 'Shoes' },
  ]);
  expect(await shown(dress.slug)).toEqual([scarf.slug, shoes.slug]);
});

test('the product page does not show a paired product that is not published', async () => {
  const dress = await add([unpublished.slug, shoes.slug]);

  expect(dress.pairings.map(({ slug }) => slug)).toEqual([unpublished.slug, shoes.slug]);
  expect(await shown(dress.slug)).toEqual([shoes.slug]);
});

test('changed pairings are part of the history and can be undone; an edit without pairings does not change them', async () => {
  const dress = await add([shoes.slug]);
  await maya.put(`/api/products/${dress.id}`, draft({ price: 130 }));
  expect(await shown(dress.slug)).toEqual([shoes.slug]);
  await maya.put(`/api/products/${dress.id}`, draft({ price: 130, pairings: [] }));
  expect(await shown(dress.slug)).toEqual([]);

  const [change] = ProductChange.array().parse((await maya.get(`/api/admin/products/${dress.id}/history`)).json());
  expect(change).toMatchObject({ before: { pairings: [shoes.slug] }, after: { pairings: [] } });
  await maya.post(`/api/admin/products/${dress.id}/undo`, { changeId: change?.id });

  expect(await shown(dress.slug)).toEqual([shoes.slug]);
});

test('an unknown product, the product itself and a ninth one are rejected', async () => {
  const dress = await add([]);
  const errorOf = async (pairings: string[]) =>
    (await maya.put(`/api/products/${dress.id}`, draft({ pairings }))).json().errors;

  expect(await errorOf([shoes.slug, 'no-such-thing'])).toEqual([
    { field: 'pairings.1', message: messages.pairingUnknown('no-such-thing') },
  ]);
  expect(await errorOf([dress.slug])).toEqual([{ field: 'pairings.0', message: messages.pairingSelf }]);
  expect(await errorOf(Array.from({ length: 9 }, (_, place) => `thing-${place}`))).toEqual([
    { field: 'pairings', message: messages.tooManyPairings },
  ]);
});
