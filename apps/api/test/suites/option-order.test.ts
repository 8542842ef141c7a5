import { AdminProduct, type ProductInput } from '@shop/contracts/catalog/admin-schema';
import { ProductDetail } from '@shop/contracts/catalog/schema';
import { Order, TrackedOrder } from '@shop/contracts/orders/schema';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { cartIn } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const { aProduct, anAdmin, aShopper, guest, db, sql } = await createTestStore();
await aProduct();
const grace = await anAdmin();

/** jsonb sorts keys by length, so it would return "Tone" before "Ring size". */
const OPTIONS = ['Ring size', 'Tone'];
const input: ProductInput = {
  name: 'Two Option Ring',
  slug: 'two-option-ring',
  description: 'A ring in two tones.',
  price: 50,
  salePrice: 0,
  category: 'Curiosities',
  brand: 'House of Tests',
  stock: true,
  quantity: 0,
  images: ['https://images.example.com/two.jpg'],
  options: [
    { name: 'Ring size', values: ['US 6'] },
    { name: 'Tone', values: ['Silver'] },
  ],
  variants: [{ sku: 'TWO-OPTIONS', options: { 'Ring size': 'US 6', Tone: 'Silver' }, quantity: 9 }],
};
const created = AdminProduct.parse((await grace.post('/api/products', input)).json());
const variantId = created.variants[0]?.id ?? '';
const keysOf = (row: { options: Record<string, string> } | undefined) => Object.keys(row?.options ?? {});

describe('the option values of a variant are in the order of the options of its product', () => {
  test('in the admin panel and in the storefront', async () => {
    const edited = AdminProduct.parse((await grace.get(`/api/admin/products/${created.id}`)).json());
    const shown = ProductDetail.parse((await guest.get('/api/products/two-option-ring')).json());

    expect(keysOf(created.variants[0])).toEqual(OPTIONS);
    expect(keysOf(edited.variants[0])).toEqual(OPTIONS);
    expect(keysOf(shown.variants[0])).toEqual(OPTIONS);
  });

  test('in the product feed', async () => {
    const { body } = await guest.get('/feeds/products.xml');

    expect(body).toContain('<g:title>Two Option Ring, US 6, Silver</g:title>');
  });

  test('in the cart', async () => {
    const ada = await aShopper();

    const cart = cartIn(await ada.post('/api/cart/items', { variantId, quantity: 1 }));

    expect(keysOf(cart.items[0])).toEqual(OPTIONS);
  });

  test('in an order and when it is tracked', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    const { rows } = await sql.query('select number, email from orders where id = $1', [id]);

    const order = Order.parse((await ada.get(`/api/orders/${id}`)).json());
    const tracked = TrackedOrder.parse((await guest.post('/api/track-order', rows[0])).json());

    expect(keysOf(order.items[0])).toEqual(OPTIONS);
    expect(keysOf(tracked.items[0])).toEqual(OPTIONS);
  });

  test('in an order whose product has renamed an option since, the renamed one last', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 1 }] });
    await sql.query('update order_lines set option_values = option_values || $2 where order_id = $1', [
      id,
      { Cut: 'Round' },
    ]);

    const order = Order.parse((await ada.get(`/api/orders/${id}`)).json());

    expect(keysOf(order.items[0])).toEqual([...OPTIONS, 'Cut']);
  });
});
