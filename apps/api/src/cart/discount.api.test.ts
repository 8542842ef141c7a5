import { cartMessages } from '@shop/contracts/cart/messages';
import { describe, expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aGuest, aVariant, cartIn } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { sql, aShopper } = shop;
const { variantId } = await aVariant(shop, { price: 149, quantities: [100] });

async function aGuestWithACart() {
  const visitor = aGuest(shop);
  await visitor.post('/api/cart/items', { variantId });
  return visitor;
}
const apply = (visitor: Pick<ReturnType<typeof aGuest>, 'post'>, code: unknown) =>
  visitor.post('/api/cart/discount', { code });

const aCode = async (code: string, rules: Record<string, unknown> = {}) => {
  const columns = { code, percent_bp: 500, ...rules };
  const places = Object.keys(columns).map((_, place) => `$${place + 1}`);
  await sql.query(`insert into discount_codes (${Object.keys(columns)}) values (${places})`, Object.values(columns));
};

describe('a discount code', () => {
  test.each([
    ['CONST-006', 'CRYSTAL10', 14.9],
    ['CONST-007', 'CRYSTAL20', 29.8],
    ['CONST-008', 'WELCOME15', 22.35],
  ])('%s %s takes its percentage off the subtotal', async (_id, code, discount) => {
    const cart = cartIn(await apply(await aGuestWithACart(), code));

    expect(cart).toMatchObject({ discountCode: code, subtotal: 149, tax: 11.92, discount });
    expect(cart.total).toBeCloseTo(149 + 11.92 + 9.99 - discount, 10);
  });

  test('is explained by the rates of the cart, which end with it', async () => {
    const visitor = await aGuestWithACart();

    expect(cartIn(await apply(visitor, 'WELCOME15')).terms).toEqual({
      taxPercent: 8,
      discountPercent: 15,
      chargeRate: 1,
    });
    expect(cartIn(await visitor.delete('/api/cart/discount')).terms).toMatchObject({ discountPercent: 0 });
  });

  test('CART-018 is stored with the cart and survives a reload, until it is removed', async () => {
    const visitor = await aGuestWithACart();
    const applied = cartIn(await apply(visitor, 'CRYSTAL10'));

    expect(cartIn(await visitor.get('/api/cart'))).toEqual(applied);
    expect(cartIn(await visitor.delete('/api/cart/discount'))).toMatchObject({ discountCode: null, discount: 0 });
  });

  test.each(['crystal10', 'Crystal10', '  CRYSTAL10\t'])(
    'VAL-019 is accepted in any case and with surrounding spaces: %j',
    async (code) => {
      expect(cartIn(await apply(await aGuestWithACart(), code)).discountCode).toBe('CRYSTAL10');
    },
  );

  test.each([undefined, '', '   ', null, 10])('VAL-016 is required: %j', async (code) => {
    const response = await apply(await aGuestWithACart(), code);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field: 'code', message: cartMessages.discountEmpty }]);
  });

  test.each(['CRYSTAL1O', 'ＣＲＹＳＴＡＬ１０', 'CRYSTAL10,CRYSTAL20', '%', `x' or 1=1 --`, 'X'.repeat(40)])(
    'VAL-017 VAL-020 that is unknown is rejected and changes nothing: %s',
    async (code) => {
      const visitor = await aGuestWithACart();
      const before = cartIn(await apply(visitor, 'CRYSTAL20'));

      const response = await apply(visitor, code);

      expect(response.statusCode).toBe(422);
      expect(response.json()).toMatchObject({
        code: 'discount_invalid',
        message: cartMessages.discountInvalid,
        errors: [{ field: 'code', message: cartMessages.discountInvalid }],
      });
      expect(cartIn(await visitor.get('/api/cart'))).toEqual(before);
    },
  );

  test('replaces the previous one', async () => {
    const visitor = await aGuestWithACart();
    await apply(visitor, 'CRYSTAL20');

    expect(cartIn(await apply(visitor, 'CRYSTAL10'))).toMatchObject({ discountCode: 'CRYSTAL10', discount: 14.9 });
  });

  test('is rejected for an empty cart', async () => {
    const visitor = await aGuestWithACart();
    await visitor.delete('/api/cart');

    for (const empty of [visitor, aGuest(shop)]) {
      const response = await apply(empty, 'CRYSTAL10');
      expect([response.statusCode, response.json().code]).toEqual([409, 'cart_empty']);
    }
  });

  test.each([
    ['RETIRED', { active: false }],
    ['TOMORROW', { starts_at: new Date(Date.now() + 86_400_000) }],
    ['YESTERDAY', { ends_at: new Date(Date.now() - 1) }],
    ['USEDUP', { usage_limit: 0 }],
    ['NOTPERUSER', { per_user_limit: 0 }],
  ])('%s is rejected while it cannot be used', async (code, rules) => {
    await aCode(code, rules);

    expect((await apply(await aGuestWithACart(), code)).json().code).toBe('discount_invalid');
  });

  test('that ends while it is in a cart gives no discount, with a notice until it is acknowledged', async () => {
    const visitor = await aGuestWithACart();
    await aCode('FLEETING');
    await apply(visitor, 'FLEETING');
    await sql.query(`update discount_codes set active = false where code = 'FLEETING'`);

    const shown = cartIn(await visitor.get('/api/cart'));
    const acknowledged = cartIn(await visitor.post('/api/cart/acknowledgement'));
    await sql.query(`update discount_codes set active = true where code = 'FLEETING'`);

    expect(shown).toMatchObject({ discountCode: null, discount: 0, notice: cartMessages.discountEnded('FLEETING') });
    expect(acknowledged).toMatchObject({ discountCode: null, discount: 0, notice: null });
    expect(cartIn(await visitor.get('/api/cart')).discountCode).toBeNull();
  });

  test('is limited per customer', async () => {
    await aCode('ONCEEACH', { per_user_limit: 1 });
    const [ada, bob] = [await aShopper(), await aShopper()];
    for (const who of [ada, bob]) await who.post('/api/cart/items', { variantId });
    const first = cartIn(await apply(ada, 'ONCEEACH'));

    await anOrder(shop.db, { of: ada, items: [{ variantId, quantity: 1 }], discountCode: 'ONCEEACH' });

    expect(first.discountCode).toBe('ONCEEACH');
    expect(cartIn(await ada.get('/api/cart'))).toMatchObject({
      discountCode: null,
      notice: cartMessages.discountEnded('ONCEEACH'),
    });
    expect((await apply(ada, 'ONCEEACH')).json().code).toBe('discount_invalid');
    expect(cartIn(await apply(bob, 'ONCEEACH')).discountCode).toBe('ONCEEACH');
  });

  test('whose last use was taken by an open checkout stays valid for the cart of that checkout only', async () => {
    await aCode('LASTONE', { per_user_limit: 1, usage_limit: 1, used: 1 });
    const [ada, bob] = [await aShopper(), await aShopper()];
    for (const who of [ada, bob]) await who.post('/api/cart/items', { variantId });
    await sql.query(
      `with checkout as (
         insert into checkouts (user_id, cart_id, cart_version, payment_method, shipping_address, shipping_method, tax_bp,
                                subtotal_cents, tax_cents, shipping_cents, discount_cents, total_cents, charge_minor,
                                charge_currency, charge_rate, expires_at)
         select user_id, id, version, 'card', '{}', 'standard', 0, 100, 0, 0, 0, 100, 100, 'INR', 1,
                now() + interval '15 minutes' from carts where user_id = $1 returning id)
       insert into discount_redemptions (discount_code_id, user_id, checkout_id)
       select p.id, $1, checkout.id from discount_codes p, checkout where p.code = 'LASTONE'`,
      [ada.id],
    );

    expect(cartIn(await apply(ada, 'LASTONE'))).toMatchObject({ discountCode: 'LASTONE', discount: 7.45 });
    expect((await apply(bob, 'LASTONE')).json().code).toBe('discount_invalid');
  });
});
