import { expect, test } from 'vitest';
import type { Db } from '#platform/database/db.ts';
import { aVariant, cartIn, contents } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { findCheckoutCart, lockCart, removeBought } from './service.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { app, sql, aShopper } = shop;
const ring = await aVariant(shop, { name: 'Ring', price: 20, salePrice: 15 });
const gown = await aVariant(shop, { name: 'Gown', price: 90 });

async function aShopperWith(...items: [variantId: string, quantity: number][]) {
  const ada = await aShopper();
  for (const [variantId, quantity] of items) await ada.post('/api/cart/items', { variantId, quantity });
  return ada;
}
const cartIdOf = async (userId: string) =>
  (await sql.query('select id from carts where user_id = $1', [userId])).rows[0].id;
const removeFromCart = (cartId: string, ...items: [variantId: string, quantity: number][]) =>
  app.checkoutDb.transaction(async (tx) => {
    const lines = items.map(([variantId, quantity]) => ({ variantId, quantity }));
    await tx.run(removeBought(cartId, lines));
  });
async function readCartForCheckout(tx: Db, userId: string) {
  const { cart } = await tx.together({ locked: lockCart(userId), cart: findCheckoutCart(userId) });
  return cart;
}

test('the checkout reads what would be ordered, at current prices', async () => {
  const ada = await aShopperWith([ring.variantId, 2], [gown.variantId, 1]);
  await ada.post('/api/cart/discount', { code: 'CRYSTAL10' });
  await sql.query('update variants set price_difference_cents = 100 where id = $1', [ring.variantId]);
  await sql.query('update products set sellable = false where id = $1', [gown.productId]);

  const cart = await readCartForCheckout(app.checkoutDb, ada.id);

  expect(cart).toEqual({
    id: await cartIdOf(ada.id),
    version: expect.any(Number),
    shippingMethod: 'standard',
    discountCode: { id: expect.any(String), code: 'CRYSTAL10', percentBp: 1_000 },
    lines: [
      {
        variantId: ring.variantId,
        productId: ring.productId,
        name: 'Ring',
        optionValues: { Size: '0' },
        image: null,
        unitPriceCents: 1_600,
        quantity: 2,
        availableQuantity: expect.any(Number),
      },
      expect.objectContaining({ variantId: gown.variantId, unitPriceCents: 9_000, availableQuantity: 0 }),
    ],
  });
  await sql.query('update products set sellable = true where id = $1', [gown.productId]);
});

test('the checkout ignores an ended discount code, and reads nothing without a cart', async () => {
  const ada = await aShopperWith([ring.variantId, 1]);
  await sql.query(`insert into discount_codes (code, percent_bp) values ('BRIEFLY', 100)`);
  await ada.post('/api/cart/discount', { code: 'BRIEFLY' });
  await sql.query(`update discount_codes set ends_at = now() where code = 'BRIEFLY'`);

  expect((await readCartForCheckout(app.checkoutDb, ada.id))?.discountCode).toBeNull();
  expect(await readCartForCheckout(app.checkoutDb, (await aShopper()).id)).toBeUndefined();
});

test('other changes of a cart wait while it is being ordered', async () => {
  const ada = await aShopperWith([ring.variantId, 1]);
  let added: Promise<unknown> | undefined;

  await app.checkoutDb.transaction(async (tx) => {
    const cart = await readCartForCheckout(tx, ada.id);
    added = ada.post('/api/cart/items', { variantId: ring.variantId, quantity: 5 });
    await untilLockAwaited();
    await tx.run(removeBought(cart?.id ?? '', cart?.lines ?? []));
  });
  await added;

  expect(contents(cartIn(await ada.get('/api/cart')))).toEqual([[ring.variantId, 5]]);
});

/** Until a statement of this database waits for a lock. */
async function untilLockAwaited() {
  for (;;) {
    const { rows } = await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

test('bought items are removed, items added since stay, and the discount code with them', async () => {
  const ada = await aShopperWith([ring.variantId, 3], [gown.variantId, 1]);
  const before = cartIn(await ada.post('/api/cart/discount', { code: 'CRYSTAL10' }));

  await removeFromCart(await cartIdOf(ada.id), [ring.variantId, 2], [gown.variantId, 4]);

  const after = cartIn(await ada.get('/api/cart'));
  expect(contents(after)).toEqual([[ring.variantId, 1]]);
  expect(after.discountCode).toBe('CRYSTAL10');
  expect(after.version).toBeGreaterThan(before.version);
});

test('the discount code is removed with the last item, and the version always increments', async () => {
  const ada = await aShopperWith([ring.variantId, 1]);
  await ada.post('/api/cart/discount', { code: 'CRYSTAL10' });
  const cartId = await cartIdOf(ada.id);

  await removeFromCart(cartId, [ring.variantId, 1]);
  const emptied = cartIn(await ada.get('/api/cart'));
  await removeFromCart(cartId, [ring.variantId, 1]);

  expect(emptied).toMatchObject({ items: [], discountCode: null });
  expect(cartIn(await ada.get('/api/cart')).version).toBe(emptied.version + 1);
});

test('removing bought items from a deleted cart does nothing', async () => {
  await expect(removeFromCart(crypto.randomUUID(), [ring.variantId, 1])).resolves.toBeUndefined();
});
