import { CART_COOKIE, CART_LINES_MAX } from '@shop/contracts/cart/constants';
import { cartMessages } from '@shop/contracts/cart/messages';
import type { Cart, CartItem } from '@shop/contracts/cart/schema';
import { minor } from '@shop/contracts/common/money';
import { describe, expect, test } from 'vitest';
import { anAccount, PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { aGuest, aVariant, cartCookieOf, cartIn, contents } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { sql, guest, aShopper } = shop;

const setStock = (variantId: string, units: number) =>
  sql.query('update stock set received = $2, available = $2 where variant_id = $1', [variantId, units]);
const cartCount = async () => (await sql.query('select count(*)::int from carts')).rows[0].count;

/** A guest with units of a new product in the cart. */
async function aGuestWith(quantity: number, product: Parameters<typeof aVariant>[1] = {}) {
  const visitor = aGuest(shop);
  const variant = await aVariant(shop, product);
  const cart = cartIn(await visitor.post('/api/cart/items', { variantId: variant.variantId, quantity }));
  return { visitor, variant, cart, lineId: cart.items[0]?.id ?? '' };
}

describe('a guest’s cart', () => {
  test('CART-014 is identified by an HttpOnly cookie, stored only as a hash, and survives a reload', async () => {
    const visitor = aGuest(shop);
    const { variantId } = await aVariant(shop);

    const added = await visitor.post('/api/cart/items', { variantId });

    expect(cartCookieOf(added)).toMatch(
      new RegExp(`^${CART_COOKIE}=[\\w-]{43}; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    );
    expect(added.headers['cache-control']).toBe('private, no-store');
    expect(contents(cartIn(await visitor.get('/api/cart')))).toEqual([[variantId, 1]]);
    const token = visitor.cookie().split('=')[1];
    const { rows } = await sql.query(
      `select count(*)::int from carts where guest_token_hash = sha256($1::bytea) and user_id is null`,
      [Buffer.from(token ?? '')],
    );
    expect(rows).toEqual([{ count: 1 }]);
    expect((await sql.query('select c::text as row from carts c')).rows.map(({ row }) => row).join()).not.toContain(
      token,
    );
  });

  test('is created by the first item, never by a read', async () => {
    const before = await cartCount();
    const visitor = aGuest(shop);

    const looked = await visitor.get('/api/cart');
    await visitor.delete('/api/cart');
    await visitor.post('/api/cart/acknowledgement');

    expect(cartIn(looked)).toMatchObject({ items: [], itemCount: 0, total: 0, version: 0, notice: null });
    expect(visitor.cookie()).toBe('');
    expect(await cartCount()).toBe(before);
  });

  test('HDR-005 is counted for the header', async () => {
    const { visitor } = await aGuestWith(3);

    expect((await visitor.get('/api/session')).json()).toMatchObject({ user: null, cartCount: 3 });
    expect((await aGuest(shop).get('/api/session')).json()).toMatchObject({ user: null, cartCount: 0 });
  });
});

test('CART-015 ROLE-002 a customer’s cart belongs to the account and is the same on another device', async () => {
  const { variantId } = await aVariant(shop);
  const { email, cookie } = await anAccount(shop);

  const added = await guest.post('/api/cart/items', { variantId, quantity: 2 }, { cookie });
  const phone = sessionCookie(await guest.post('/api/auth/login', { email, password: PASSWORD }));

  expect(cartCookieOf(added)).toBeUndefined();
  expect(phone).not.toBe(cookie);
  expect(contents(cartIn(await guest.get('/api/cart', { cookie: phone })))).toEqual([[variantId, 2]]);
  expect((await guest.get('/api/session', { cookie: phone })).json().cartCount).toBe(2);
});

describe('a cart', () => {
  test('ENT-013 ENT-014 CART-007 API-026 contains its lines and totals, in dollars with two decimals', async () => {
    const { cart, variant } = await aGuestWith(2, { name: 'Moonlit tiara', price: 189, salePrice: 149.5 });
    const { items, ...totals } = cart;

    expect(items).toEqual([
      {
        id: expect.any(String),
        productId: variant.productId,
        variantId: variant.variantId,
        slug: variant.slug,
        name: 'Moonlit tiara',
        options: { Size: '0' },
        price: 189,
        salePrice: 149.5,
        image: '/placeholder.svg',
        quantity: 2,
        lineTotal: 299,
        availableQuantity: 10,
        priceBefore: null,
      } satisfies CartItem,
    ]);
    expect(totals).toEqual({
      itemCount: 2,
      subtotal: 299,
      tax: 23.92,
      shipping: 9.99,
      discount: 0,
      total: 332.91,
      discountCode: null,
      shippingMethod: 'standard',
      shippingPrices: { standard: 9.99, express: 12.99 },
      arrival: { standard: expect.any(Object), express: expect.any(Object) },
      country: 'United States',
      charge: { amount: minor(33_291), currency: 'INR' },
      onlinePayment: true,
      terms: { taxPercent: 8, discountPercent: 0, chargeRate: 1 },
      version: 1,
      notice: null,
    } satisfies Omit<Cart, 'items'>);
  });

  test('CONST-009 uses the sale price if there is one, with the price difference of the variant', async () => {
    const plain = await aGuestWith(1, { price: 20 });
    const onSale = await aGuestWith(1, { price: 20, salePrice: 15 });
    await sql.query('update variants set price_difference_cents = 250 where id = $1', [onSale.variant.variantId]);

    expect(plain.cart.subtotal).toBe(20);
    expect(onSale.cart.subtotal).toBe(15);
    expect(cartIn(await onSale.visitor.get('/api/cart'))).toMatchObject({
      subtotal: 17.5,
      items: [{ price: 22.5, salePrice: 17.5, priceBefore: 15 }],
    });
  });

  test('shows the first image of the product', async () => {
    const { rows } = await sql.query(
      `select v.id, i.url from variants v join product_images i on i.product_id = v.product_id and i.position = 0
         join stock k on k.variant_id = v.id where k.available > 0 limit 1`,
    );

    const cart = cartIn(await aGuest(shop).post('/api/cart/items', { variantId: rows[0].id }));

    expect(cart.items[0]?.image).toBe(rows[0].url);
  });

  test('CART-012 increases the quantity of an item that is added again, by product or by variant', async () => {
    const { visitor, variant } = await aGuestWith(1);

    await visitor.post('/api/cart/items', { productId: variant.productId, quantity: 2 });
    const cart = cartIn(
      await visitor.post('/api/cart/items', { variantId: variant.variantId, productId: variant.productId }),
    );

    expect(contents(cart)).toEqual([[variant.variantId, 4]]);
  });

  test('CART-013 has a line per variant, and requires a choice for a product with sizes', async () => {
    const visitor = aGuest(shop);
    const { productId, variantIds } = await aVariant(shop, { quantities: [5, 5] });

    for (const variantId of variantIds) await visitor.post('/api/cart/items', { variantId });
    const withoutChoice = await visitor.post('/api/cart/items', { productId });

    expect(contents(cartIn(await visitor.get('/api/cart')))).toEqual(variantIds.map((id) => [id, 1]));
    expect(withoutChoice.statusCode).toBe(422);
    expect(withoutChoice.json()).toMatchObject({ code: 'option_required', message: cartMessages.chooseOption });
    expect((await visitor.post('/api/cart/items', {})).json().errors).toMatchObject([
      { message: cartMessages.chooseOption },
    ]);
  });

  test.each([0, -1, -9_999])('CART-011 removes a line that is set to the quantity %i', async (quantity) => {
    const { visitor, lineId } = await aGuestWith(2);

    const response = await visitor.put(`/api/cart/items/${lineId}`, { quantity });

    expect(cartIn(response)).toMatchObject({ items: [], total: 0, shipping: 0 });
  });

  test('CART-001 CART-002 changes the quantity of a line, and removes a line', async () => {
    const { visitor, variant, lineId } = await aGuestWith(2);
    const other = await aVariant(shop);
    await visitor.post('/api/cart/items', { variantId: other.variantId });

    const more = cartIn(await visitor.put(`/api/cart/items/${lineId}`, { quantity: 7 }));
    const removed = await visitor.delete(`/api/cart/items/${lineId}`);
    const again = await visitor.delete(`/api/cart/items/${lineId}`);

    expect(contents(more)).toEqual([
      [variant.variantId, 7],
      [other.variantId, 1],
    ]);
    expect(contents(cartIn(removed))).toEqual([[other.variantId, 1]]);
    expect([again.statusCode, again.json().message]).toEqual([404, cartMessages.lineNotFound]);
  });

  test('CART-003 CART-004 is cleared at once, including the discount', async () => {
    const { visitor, variant } = await aGuestWith(2);
    await visitor.post('/api/cart/discount', { code: 'CRYSTAL10' });

    const cleared = cartIn(await visitor.delete('/api/cart'));
    const refilled = cartIn(await visitor.post('/api/cart/items', { variantId: variant.variantId }));

    expect(cleared).toMatchObject({ items: [], discountCode: null, total: 0 });
    expect(refilled).toMatchObject({ discountCode: null, discount: 0 });
  });

  test('CART-019 keeps the chosen shipping method, also after a reload', async () => {
    const { visitor } = await aGuestWith(1, { price: 100 });

    const chosen = cartIn(await visitor.put('/api/cart/shipping', { method: 'express' }));

    expect(chosen).toMatchObject({ shippingMethod: 'express', shipping: 12.99, total: 120.99 });
    expect(cartIn(await visitor.get('/api/cart'))).toEqual(chosen);
    expect((await aGuest(shop).put('/api/cart/shipping', { method: 'express' })).json().code).toBe('cart_empty');
  });

  test('gets a new version with every change and with nothing else', async () => {
    const { visitor, variant, lineId, cart } = await aGuestWith(1);
    const versionAfter = async (response: ReturnType<typeof visitor.get>) => cartIn(await response).version;
    const versions = [
      cart.version,
      await versionAfter(visitor.post('/api/cart/items', { variantId: variant.variantId })),
      await versionAfter(visitor.put(`/api/cart/items/${lineId}`, { quantity: 1 })),
      await versionAfter(visitor.post('/api/cart/discount', { code: 'CRYSTAL10' })),
      await versionAfter(visitor.delete('/api/cart/discount')),
      await versionAfter(visitor.put('/api/cart/shipping', { method: 'express' })),
      await versionAfter(visitor.delete('/api/cart')),
    ];
    const last = versions.at(-1);

    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    expect(await versionAfter(visitor.get('/api/cart'))).toBe(last);
    expect(await versionAfter(visitor.post('/api/cart/acknowledgement'))).toBe(last);
    expect((await visitor.post('/api/cart/items', { variantId: crypto.randomUUID() })).statusCode).toBe(404);
    expect(await versionAfter(visitor.get('/api/cart'))).toBe(last);
  });

  test('counts each of several concurrent additions', async () => {
    const ada = await aShopper();
    const { variantId } = await aVariant(shop, { quantities: [100] });

    const responses = await Promise.all(Array.from({ length: 8 }, () => ada.post('/api/cart/items', { variantId })));

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect(contents(cartIn(await ada.get('/api/cart')))).toEqual([[variantId, 8]]);
  });

  test('holds up to 100 lines', async () => {
    const ada = await aShopper();
    const { productId, variantId } = await aVariant(shop, { quantities: Array(CART_LINES_MAX + 1).fill(1) });
    await sql.query(
      `with cart as (insert into carts (user_id) values ($1) returning id)
       insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents)
       select cart.id, v.id, 1, 1000 from cart, variants v where v.product_id = $2 and v.id <> $3`,
      [ada.id, productId, variantId],
    );
    const there = cartIn(await ada.get('/api/cart'));

    const oneMore = await ada.post('/api/cart/items', { variantId });
    const sameAgain = await ada.post('/api/cart/items', { variantId: there.items[0]?.variantId });

    expect(there.items).toHaveLength(CART_LINES_MAX);
    expect([oneMore.statusCode, oneMore.json().code, oneMore.json().message]).toEqual([
      409,
      'cart_full',
      cartMessages.full,
    ]);
    expect(sameAgain.statusCode).toBe(200);
  });
});

describe('the price', () => {
  test('CART-020 comes from the database, never from the client', async () => {
    const visitor = aGuest(shop);
    const { variantId } = await aVariant(shop, { price: 50 });

    for (const field of ['price', 'salePrice', 'unitPriceCents', 'discount', 'total']) {
      const response = await visitor.post('/api/cart/items', { variantId, quantity: 1, [field]: 0.01 });
      expect([response.statusCode, response.json().errors[0].field]).toEqual([422, field]);
    }
    const cart = cartIn(await visitor.post('/api/cart/items', { variantId }));

    expect(cart).toMatchObject({ subtotal: 50, items: [{ price: 50, lineTotal: 50 }] });
  });

  test('that changed is shown as changed until it is acknowledged', async () => {
    const { visitor, variant, lineId } = await aGuestWith(2, { price: 50 });
    const setPrice = (cents: number) =>
      sql.query('update products set price_cents = $2 where id = $1', [variant.productId, cents]);
    await setPrice(6_000);

    const shown = cartIn(await visitor.get('/api/cart'));
    const acknowledged = cartIn(await visitor.post('/api/cart/acknowledgement'));
    await setPrice(5_500);
    const changed = cartIn(await visitor.put(`/api/cart/items/${lineId}`, { quantity: 3 }));

    expect(shown).toMatchObject({ subtotal: 120, items: [{ price: 60, priceBefore: 50 }] });
    expect(acknowledged).toMatchObject({ subtotal: 120, items: [{ priceBefore: null }] });
    expect(changed).toMatchObject({ subtotal: 165, items: [{ priceBefore: null }] });
  });

  test('is never negative, even with a catalog error', async () => {
    const { visitor, variant } = await aGuestWith(2, { price: 50 });
    await sql.query('update variants set price_difference_cents = -6000 where id = $1', [variant.variantId]);

    expect(cartIn(await visitor.get('/api/cart'))).toMatchObject({
      subtotal: 0,
      items: [{ availableQuantity: 0, lineTotal: 0 }],
    });
    expect((await visitor.post('/api/cart/acknowledgement')).statusCode).toBe(200);
    expect((await visitor.post('/api/cart/items', { variantId: variant.variantId })).json().code).toBe('out_of_stock');
  });
});

describe('stock', () => {
  test('caps added and set quantities, with a notice', async () => {
    const { visitor, variant, cart, lineId } = await aGuestWith(4, { quantities: [3] });
    const again = cartIn(await visitor.post('/api/cart/items', { variantId: variant.variantId }));
    const fewer = cartIn(await visitor.put(`/api/cart/items/${lineId}`, { quantity: 2 }));
    const tooMany = cartIn(await visitor.put(`/api/cart/items/${lineId}`, { quantity: 9_999 }));

    for (const capped of [cart, again, tooMany])
      expect(capped).toMatchObject({ notice: cartMessages.notEnough, items: [{ quantity: 3, availableQuantity: 3 }] });
    expect(fewer).toMatchObject({ notice: null, items: [{ quantity: 2, availableQuantity: 3 }] });
  });

  test('that ran out rejects more units, and the available quantity is shown for items in the cart', async () => {
    const { visitor, variant, lineId } = await aGuestWith(4);
    await setStock(variant.variantId, 1);
    const fewer = cartIn(await visitor.get('/api/cart'));
    await setStock(variant.variantId, 0);
    const none = cartIn(await visitor.get('/api/cart'));

    const add = await visitor.post('/api/cart/items', { variantId: variant.variantId });
    const set = await visitor.put(`/api/cart/items/${lineId}`, { quantity: 1 });

    expect(fewer.items).toMatchObject([{ quantity: 4, availableQuantity: 1 }]);
    expect(none.items).toMatchObject([{ quantity: 4, availableQuantity: 0 }]);
    expect([add.statusCode, add.json().code, add.json().message]).toEqual([
      409,
      'out_of_stock',
      cartMessages.unavailable,
    ]);
    expect([set.statusCode, set.json().code, set.json().message]).toEqual([
      409,
      'out_of_stock',
      cartMessages.outOfStock,
    ]);
    expect(cartIn(await visitor.get('/api/cart'))).toEqual(none);
  });

  test.each([
    ['is archived', `update products set status = 'archived' where id = $1`],
    ['is a draft again', `update products set status = 'draft' where id = $1`],
    ['is not sellable', `update products set sellable = false where id = $1`],
    ['no longer has this variant', `update variants set archived_at = now() where product_id = $1`],
  ])('of a product that %s is 0, and its line stays visible', async (_how, change) => {
    const { visitor, variant, cart } = await aGuestWith(2);
    await sql.query(change, [variant.productId]);

    const after = cartIn(await visitor.get('/api/cart'));
    const more = await visitor.post('/api/cart/items', { variantId: variant.variantId });

    expect(after.items).toEqual(cart.items.map((item) => ({ ...item, availableQuantity: 0 })));
    expect([404, 409]).toContain(more.statusCode);
  });

  test('of a draft product is not found, like that of an unknown one', async () => {
    const visitor = aGuest(shop);
    const { requestId: _one, ...draft } = (
      await visitor.post('/api/cart/items', { variantId: (await aVariant(shop, { status: 'draft' })).variantId })
    ).json();
    const { requestId: _other, ...unknown } = (
      await visitor.post('/api/cart/items', { variantId: crypto.randomUUID() })
    ).json();

    expect(draft).toEqual(unknown);
    expect(unknown).toMatchObject({ status: 404, code: 'product_not_found', message: cartMessages.productUnavailable });
  });

  test('reserved by the customer’s own open checkout is available to that customer only', async () => {
    const ada = await aShopper();
    const { variantId, productId } = await aVariant(shop, { quantities: [2] });
    await ada.post('/api/cart/items', { variantId, quantity: 2 });
    await sql.query(
      `with checkout as (
         insert into checkouts (user_id, cart_id, cart_version, payment_method, shipping_address, shipping_method, tax_bp,
                                subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor,
                                charge_currency, charge_rate, expires_at)
         select user_id, id, version, 'card', '{}', 'standard', 0, 2000, 0, 0, 0, 2000, 2000, 'INR', 1,
                now() + interval '15 minutes' from carts where user_id = $1 returning id),
       held as (update stock set available = 0, reserved = 2 where variant_id = $2),
       line as (insert into checkout_lines (checkout_id, variant_id, product_id, name, unit_price_cents, quantity)
                select id, $2, $3, 'Thing', 1000, 2 from checkout)
       insert into reservations (checkout_id, variant_id, quantity, expires_at)
       select id, $2, 2, now() + interval '15 minutes' from checkout`,
      [ada.id, variantId, productId],
    );

    expect(cartIn(await ada.get('/api/cart')).items).toMatchObject([{ quantity: 2, availableQuantity: 2 }]);
    expect((await aGuest(shop).post('/api/cart/items', { variantId })).json().code).toBe('out_of_stock');
  });
});

test('guest carts unchanged for 90 days are deleted, customer carts never', async () => {
  const ada = await aShopper();
  const { variantId } = await aVariant(shop);
  const { rows } = await sql.query(
    `insert into carts (user_id, guest_token_hash, updated_at)
     select null::uuid, sha256('old'), now() - interval '91 days' union all
     select null, sha256('young'), now() - interval '89 days' union all
     select $1::uuid, null, now() - interval '900 days' returning id`,
    [ada.id],
  );
  const ids = rows.map(({ id }) => id);
  await sql.query(
    'insert into cart_lines (cart_id, variant_id, quantity, last_shown_price_cents) select unnest($1::uuid[]), $2, 1, 1',
    [ids, variantId],
  );

  await sql.query(`select graphile_worker.add_job('delete_old_guest_carts')`);
  await shop.work();

  const { rows: remaining } = await sql.query('select id from carts where id = any ($1)', [ids]);
  expect(new Set(remaining.map(({ id }) => id))).toEqual(new Set(ids.slice(1)));
});
