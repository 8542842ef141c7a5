import { WISHLIST_MAX } from '@shop/contracts/cart/constants';
import { wishlistMessages } from '@shop/contracts/cart/messages';
import { WishlistItem } from '@shop/contracts/cart/schema';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { sql, guest, aShopper, aProduct } = shop;
const wishlistIn = (response: { json: () => unknown }) => z.array(WishlistItem).parse(response.json());
/** Fills the wishlist with this many products, without a request for each. */
const fillWishlist = (userId: string, count: number) =>
  sql.query(
    `with label as (select category_id, brand_id from products limit 1),
          made as (insert into products (name, slug, description, category_id, brand_id, price_cents)
                   select 'Thing', format('wishlist-%s-%s', $1::uuid, n), 'A thing.', category_id, brand_id, 100
                     from label, generate_series(1, $2::int) n returning id)
     insert into wishlist_items (user_id, product_id) select $1::uuid, id from made`,
    [userId, count],
  );
const productsIn = (response: { json: () => unknown }) => wishlistIn(response).map(({ productId }) => productId);

describe('the wishlist', () => {
  test('ENT-015 ROLE-002 lists products, newest first, each with its card', async () => {
    const ada = await aShopper();
    const [vase, scarf] = [await aProduct({ name: 'Vase', quantities: [3] }), await aProduct({ name: 'Scarf' })];

    await ada.post('/api/wishlist', { productId: vase.id });
    const response = await ada.post('/api/wishlist', { productId: scarf.id });

    expect(wishlistIn(response)).toMatchObject([
      { id: expect.any(String), productId: scarf.id, product: { name: 'Scarf', slug: scarf.slug } },
      { productId: vase.id, product: { name: 'Vase', inStock: true, quantity: 3 } },
    ]);
    expect(response.headers['cache-control']).toBe('private, no-store');
    expect((await ada.get('/api/session')).json().wishlistCount).toBe(2);
  });

  test('WISH-004 stays unchanged when a product on it is added again, also concurrently', async () => {
    const ada = await aShopper();
    const { id: productId } = await aProduct();
    const first = wishlistIn(await ada.post('/api/wishlist', { productId }));

    const again = await Promise.all([1, 2, 3].map(() => ada.post('/api/wishlist', { productId })));

    for (const response of again) expect(wishlistIn(response)).toEqual(first);
  });

  test('WISH-005 is stored on the server: it is the same after a reload and on another device', async () => {
    const { id: productId } = await aProduct();
    const { email, cookie } = await anAccount(shop);
    await guest.post('/api/wishlist', { productId }, { cookie });
    const phone = sessionCookie(await guest.post('/api/auth/login', { email, password: PASSWORD }));

    expect(productsIn(await guest.get('/api/wishlist', { cookie }))).toEqual([productId]);
    expect(productsIn(await guest.get('/api/wishlist', { cookie: phone }))).toEqual([productId]);
  });

  test('removes one product, or all', async () => {
    const ada = await aShopper();
    const bob = await aShopper();
    const products = [await aProduct(), await aProduct(), await aProduct()].map(({ id }) => id);
    for (const productId of products) {
      await ada.post('/api/wishlist', { productId });
      await bob.post('/api/wishlist', { productId });
    }

    const fewer = productsIn(await ada.delete(`/api/wishlist/${products[1]}`));
    const again = productsIn(await ada.delete(`/api/wishlist/${products[1]}`));

    expect(fewer).toEqual([products[2], products[0]]);
    expect(again).toEqual(fewer);
    expect(productsIn(await ada.delete('/api/wishlist'))).toEqual([]);
    expect(productsIn(await bob.get('/api/wishlist'))).toHaveLength(3);
  });

  test('shows and counts only published products', async () => {
    const ada = await aShopper();
    const { id: productId } = await aProduct();
    await ada.post('/api/wishlist', { productId });
    await sql.query(`update products set status = 'archived' where id = $1`, [productId]);

    expect(productsIn(await ada.get('/api/wishlist'))).toEqual([]);
    expect((await ada.get('/api/session')).json().wishlistCount).toBe(0);
  });

  test('rejects unknown products, drafts and unknown fields', async () => {
    const ada = await aShopper();
    const draft = await aProduct({ status: 'draft' });
    const codes = [];
    for (const productId of [crypto.randomUUID(), draft.id])
      codes.push((await ada.post('/api/wishlist', { productId })).statusCode);
    for (const body of [{}, { productId: 'x' }, { productId: crypto.randomUUID(), userId: crypto.randomUUID() }])
      codes.push((await ada.post('/api/wishlist', body)).statusCode);

    expect(codes).toEqual([404, 404, 422, 422, 422]);
  });

  test('rejects a product over the limit', async () => {
    const ada = await aShopper();
    const { id: productId } = await aProduct();
    await fillWishlist(ada.id, WISHLIST_MAX);

    const response = await ada.post('/api/wishlist', { productId });

    expect([response.statusCode, response.json().code, response.json().message]).toEqual([
      409,
      'wishlist_full',
      wishlistMessages.full,
    ]);
  });

  test('never exceeds the limit, even with concurrent requests', async () => {
    const ada = await aShopper();
    const products = [await aProduct(), await aProduct(), await aProduct(), await aProduct()];
    await fillWishlist(ada.id, WISHLIST_MAX - 1);

    const responses = await Promise.all(products.map(({ id }) => ada.post('/api/wishlist', { productId: id })));

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    const { rowCount } = await sql.query('select from wishlist_items where user_id = $1', [ada.id]);
    expect(rowCount).toBe(WISHLIST_MAX);
  });

  test('rejects guests', async () => {
    expect((await guest.get('/api/wishlist')).statusCode).toBe(401);
    expect((await guest.post('/api/wishlist', { productId: crypto.randomUUID() })).statusCode).toBe(401);
  });
});
