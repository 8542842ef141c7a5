import { randomUUID } from 'node:crypto';
import { orderMessages } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, guest, db, sql } = shop;
const ring = await aVariant(shop, { quantities: [1_000], name: 'Ring', price: 189, salePrice: 149 });
const oneRing = [{ variantId: ring.variantId, quantity: 1 }];

const nextOf = (response: { headers: Record<string, unknown> }) =>
  /^<(.+)>; rel="next"$/.exec(String(response.headers.link ?? ''))?.[1];

describe('the list of orders', () => {
  test("ORD-001 ROLE-003 shows a customer's own orders, newest first, ten at a time, none twice", async () => {
    const [ada, eve] = await Promise.all([aShopper(), aShopper()]);
    const placed: string[] = [];
    for (let i = 0; i < 12; i++) placed.unshift((await anOrder(db, { of: ada, items: oneRing })).id);
    await anOrder(db, { of: eve, items: oneRing });

    const first = await ada.get('/api/orders');
    const second = await ada.get(nextOf(first) ?? '');

    expect(first.json()).toHaveLength(10);
    expect([...first.json(), ...second.json()].map(({ id }) => id)).toEqual(placed);
    expect(nextOf(second)).toBeUndefined();
    expect(first.headers['cache-control']).toBe('private, no-store');
  });

  test('is paginated without gaps when orders have the same creation time', async () => {
    const ada = await aShopper();
    for (let i = 0; i < 21; i++) await anOrder(db, { of: ada, items: oneRing });
    await sql.query("update orders set created_at = '2025-01-01' where user_id = $1", [ada.id]);

    const seen: string[] = [];
    let page: string | undefined = '/api/orders';
    while (page) {
      const response = await ada.get(page);
      seen.push(...response.json().map(({ id }: { id: string }) => id));
      page = nextOf(response);
    }

    expect(new Set(seen).size).toBe(21);
    expect(seen).toEqual(seen.toSorted().reverse());
  });

  test('is empty for a customer without orders, and after an order of another customer', async () => {
    const [ada, eve] = await Promise.all([aShopper(), aShopper()]);
    const foreign = await anOrder(db, { of: eve, items: oneRing });

    expect((await ada.get('/api/orders')).json()).toEqual([]);
    await anOrder(db, { of: ada, items: oneRing });
    expect((await ada.get(`/api/orders?after=${foreign.id}`)).json()).toEqual([]);
  });

  test.each(['after=1', 'after=', 'limit=1000000', 'userId=1', "after=' or 1=1"])('rejects %s', async (query) => {
    expect((await (await aShopper()).get(`/api/orders?${query}`)).statusCode).toBe(422);
  });

  test('ROLE-006 of all customers is available to admins only', async () => {
    const [ada, eve, grace] = await Promise.all([aShopper(), aShopper(), anAdmin()]);
    const first = await anOrder(db, { of: ada, items: oneRing });
    const second = await anOrder(db, { of: eve, items: oneRing });

    const [newest, older] = (await grace.get('/api/admin/orders')).json();

    expect([newest.id, older.id]).toEqual([second.id, first.id]);
    expect((await ada.get('/api/admin/orders')).statusCode).toBe(403);
    expect((await guest.get('/api/admin/orders')).statusCode).toBe(401);
  });
});

describe('an order', () => {
  test('ORD-005 ENT-016 ENT-017 ENT-018 is returned to its customer with all details', async () => {
    const ada = await aShopper();
    const gown = await aVariant(shop, { name: 'Gown', price: 10.05, quantities: [3, 3] });
    const [, tall = ''] = gown.variantIds;
    const { id, number } = await anOrder(db, {
      of: ada,
      items: [
        { variantId: ring.variantId, quantity: 2 },
        { variantId: tall, quantity: 1 },
      ],
      discountCode: 'CRYSTAL10',
      status: 'shipped',
    });

    const order = (await ada.get(`/api/orders/${id}`)).json();

    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(order).toEqual({
      id,
      number,
      userId: ada.id,
      status: 'shipped',
      items: expect.arrayContaining([
        {
          id: expect.any(String),
          productId: ring.productId,
          variantId: ring.variantId,
          slug: ring.slug,
          sku: `${ring.slug}-0`,
          name: 'Ring',
          options: { Size: '0' },
          price: 149,
          quantity: 2,
          shipped: 2,
          refunded: 0,
          removed: 0,
          image: '/placeholder.svg',
        },
        expect.objectContaining({ productId: gown.productId, variantId: tall, options: { Size: '1' }, price: 10.05 }),
      ]),
      shippingAddress: expect.objectContaining({ name: 'Home', city: 'London', country: 'United Kingdom' }),
      shippingMethod: 'standard',
      paymentMethod: 'card',
      paymentStatus: 'paid',
      refunds: [],
      subtotal: 308.05,
      tax: 24.64,
      shipping: 9.99,
      discount: 30.81,
      total: 311.87,
      discountCode: 'CRYSTAL10',
      gift: null,
      charge: { amount: 31_187, currency: 'INR' },
      terms: { taxPercent: 8, discountPercent: 10, chargeRate: 1 },
      trackingNumber: expect.stringMatching(/^TRK\d{8}$/),
      promise: { earliest: expect.any(String), latest: expect.any(String) },
      shipments: [
        {
          id: expect.any(String),
          number: 1,
          carrier: '',
          trackingNumber: order.trackingNumber,
          trackingUrl: null,
          items: expect.arrayContaining([
            { orderItemId: expect.any(String), quantity: 2 },
            { orderItemId: expect.any(String), quantity: 1 },
          ]),
          shippedAt: moment,
        },
      ],
      reachedAt: { pending: moment, shipped: moment },
      createdAt: moment,
      updatedAt: moment,
    });
    expect(order.items).toHaveLength(2);
    expect(id.endsWith(number)).toBe(true);
  });

  test('is returned together with its invoices, messages and returns to its customer, and alone to staff', async () => {
    const [ada, admin] = await Promise.all([aShopper(), anAdmin()]);
    const { id } = await anOrder(db, { of: ada, items: oneRing, status: 'delivered' });
    const url = `/api/orders/${id}?include=invoices&include=messages&include=returns`;
    const [alone, invoices, messages, returns] = await Promise.all(
      ['', '/invoices', '/messages', '/returns'].map(async (part) =>
        (await ada.get(`/api/orders/${id}${part}`)).json(),
      ),
    );

    expect((await ada.get(url)).json()).toEqual({ ...alone, invoices, messages, returns });
    expect((await ada.get(`/api/orders/${id}?include=returns`)).json()).toEqual({ ...alone, returns });
    expect((await admin.get(url)).json()).toMatchObject({ id });
    expect((await admin.get(url)).json()).not.toHaveProperty('returns');
    expect((await ada.get(`/api/orders/${id}?include=notes`)).statusCode).toBe(422);
  });

  test('CONST-015 keeps its prices and rates when those of the store change', async () => {
    const ada = await aShopper();
    const variant = await aVariant(shop, { quantities: [1], price: 100 });
    await sql.query("insert into discount_codes (code, percent_bp) values ('SPRING', 1000)");
    const { id } = await anOrder(db, {
      of: ada,
      items: [{ variantId: variant.variantId, quantity: 1 }],
      discountCode: 'SPRING',
    });
    const before = (await ada.get(`/api/orders/${id}`)).json();
    expect(before.terms).toEqual({ taxPercent: 8, discountPercent: 10, chargeRate: 1 });

    await sql.query('update store_settings set tax_bp = 1900, standard_shipping_cents = 1, payment_rate = 83');
    await sql.query("update discount_codes set percent_bp = 9000 where code = 'SPRING'");
    await sql.query('update products set price_cents = 5 where id = $1', [variant.productId]);

    expect((await ada.get(`/api/orders/${id}`)).json()).toEqual(before);
    const { rows } = await sql.query(
      'select tax_bp, discount_bp, shipping_cents::int, charge_currency, charge_rate::float8 from orders where id = $1',
      [id],
    );
    expect(rows).toEqual([
      { tax_bp: 800, discount_bp: 1_000, shipping_cents: 999, charge_currency: 'INR', charge_rate: 1 },
    ]);
    await sql.query('update store_settings set tax_bp = 800, standard_shipping_cents = 999, payment_rate = 1');
  });

  test('ROLE-003 of another customer is not found, like an unknown order', async () => {
    const [ada, eve] = await Promise.all([aShopper(), aShopper()]);
    const { id } = await anOrder(db, { of: ada, items: oneRing });

    const [foreign, unknown] = await Promise.all([
      eve.get(`/api/orders/${id}`),
      eve.get(`/api/orders/${randomUUID()}`),
    ]);

    const { requestId: _a, ...problem } = foreign.json();
    const { requestId: _b, ...expected } = unknown.json();
    expect(problem).toEqual(expected);
    expect(problem).toMatchObject({ status: 404, message: orderMessages.notFound });
    expect((await guest.get(`/api/orders/${id}`)).statusCode).toBe(401);
    expect((await eve.get('/api/orders/7')).statusCode).toBe(422);
  });

  test('ROLE-005 ROLE-006 of any customer is available to an admin, who can have orders too', async () => {
    const [ada, grace] = await Promise.all([aShopper(), anAdmin()]);
    const hers = await anOrder(db, { of: ada, items: oneRing });
    const own = await anOrder(db, { of: grace, items: oneRing });

    expect((await grace.get(`/api/orders/${hers.id}`)).json()).toMatchObject({ id: hers.id, userId: ada.id });
    expect((await grace.get('/api/orders')).json()).toMatchObject([{ id: own.id }]);
  });
});

describe('buying an order again', () => {
  const put = (cart: { items: { variantId: string; quantity: number }[] }) =>
    cart.items.map(({ variantId, quantity }) => ({ variantId, quantity }));

  test("adds its items to the customer's cart at the current price", async () => {
    const ada = await aShopper();
    const vase = await aVariant(shop, { quantities: [5], price: 20 });
    const items = [{ variantId: vase.variantId, quantity: 2 }];
    const { id } = await anOrder(db, { of: ada, items });
    await sql.query('update products set price_cents = 2500 where id = $1', [vase.productId]);

    const cart = (await ada.post(`/api/orders/${id}/reorder`)).json();

    expect(put(cart)).toEqual(items);
    expect(cart).toMatchObject({ subtotal: 50, notice: null });
  });

  test('adds a notice when some items are unavailable, and is rejected when all are', async () => {
    const ada = await aShopper();
    const [vase, unavailable] = await Promise.all([
      aVariant(shop, { quantities: [4] }),
      aVariant(shop, { quantities: [2] }),
    ]);
    const { id } = await anOrder(db, {
      of: ada,
      items: [
        { variantId: vase.variantId, quantity: 3 },
        { variantId: unavailable.variantId, quantity: 2 },
      ],
    });

    const cart = (await ada.post(`/api/orders/${id}/reorder`)).json();
    expect(put(cart)).toEqual([{ variantId: vase.variantId, quantity: 1 }]);
    expect(cart.notice).toBe(orderMessages.buyAgainPartly);

    await sql.query("update products set status = 'archived' where id = $1", [vase.productId]);
    const none = await ada.post(`/api/orders/${id}/reorder`);
    expect(none.statusCode).toBe(409);
    expect(none.json()).toMatchObject({ code: 'nothing_available', message: orderMessages.buyAgainNone });
  });

  test("is available only to its customer: not even an admin can reorder another customer's order", async () => {
    const [ada, eve, grace] = await Promise.all([aShopper(), aShopper(), anAdmin()]);
    const { id } = await anOrder(db, { of: ada, items: oneRing });

    for (const other of [eve, grace]) {
      expect((await other.post(`/api/orders/${id}/reorder`)).statusCode).toBe(404);
      expect((await other.get('/api/cart')).json().items).toEqual([]);
    }
  });
});
