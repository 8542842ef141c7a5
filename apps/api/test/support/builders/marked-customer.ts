import { randomBytes } from 'node:crypto';
import { TwoFactorSetup } from '@shop/contracts/identity/schema';
import type { TestStore } from '#test/harness.ts';
import { PASSWORD } from './account.ts';
import { anOrder } from './an-order.ts';
import { aVariant } from './cart.ts';
import type { createStoreWithPayments } from './store-with-payments.ts';
import { anAuthenticatorApp } from './two-factor.ts';

export type StoreWithPayments = Awaited<ReturnType<typeof createStoreWithPayments>>;
export type MarkedCustomer = Awaited<ReturnType<typeof aMarkedCustomer>>;

/** A customer with a confirmed email address whose every text contains a unique term. */
export async function aMarkedCustomer({ aShopper, sql }: Pick<TestStore, 'aShopper' | 'sql'>) {
  const mark = `numbat${randomBytes(4).toString('hex')}`;
  const phone = `+1 555 ${Math.floor(Math.random() * 1e9)}`;
  const shopper = await aShopper({ name: `Ada ${mark}`, email: `${mark}@example.com`, password: PASSWORD });
  await sql.query('update users set email_verified = true, phone = $2 where id = $1', [shopper.id, phone]);
  const address = {
    name: `${mark} home`,
    line1: `1 ${mark} Street`,
    city: mark,
    state: mark,
    postalCode: '62701',
    country: 'United States',
  };
  const { rows } = await sql.query<{ id: string }>(
    `insert into addresses (user_id, name, line1, city, state, postal_code, country, is_default)
     values ($1, $2, $3, $4, $5, $6, $7, true) returning id`,
    [shopper.id, ...Object.values(address)],
  );
  return { ...shopper, mark, phone, address, addressId: rows[0]?.id ?? '' };
}

export const idOf = async ({ sql }: StoreWithPayments, text: string, values: unknown[]) =>
  String((await sql.query(text, values)).rows[0].id);
export const tokenOf = async ({ sql }: StoreWithPayments, email: string) =>
  String(
    (await sql.query(`select payload ->> 'token' as token from email_messages where to_email = $1`, [email])).rows[0]
      .token,
  );

/** An order of the customer with the marked address. */
export async function anOrderOf(
  shop: StoreWithPayments,
  customer: MarkedCustomer,
  status: 'pending' | 'delivered' = 'pending',
) {
  const { variantId, productId } = await aVariant(shop);
  const order = await anOrder(shop.db, { of: customer, items: [{ variantId, quantity: 1 }], status });
  for (const [table, id] of [
    ['orders', order.id],
    ['checkouts', order.checkoutId],
  ])
    await shop.sql.query(`update ${table} set shipping_address = shipping_address || $2 where id = $1`, [
      id,
      customer.address,
    ]);
  return { ...order, productId };
}

export async function aCart(shop: StoreWithPayments, customer: MarkedCustomer) {
  const { variantId } = await aVariant(shop);
  await customer.post('/api/cart/items', { variantId, quantity: 1 });
  const lineId = await idOf(
    shop,
    'select l.id from carts c join cart_lines l on l.cart_id = c.id where c.user_id = $1',
    [customer.id],
  );
  return { variantId, lineId };
}

export async function startTwoFactor(customer: MarkedCustomer) {
  const setup = await customer.post('/api/user/two-factor', { password: PASSWORD });
  const { totpUri, recoveryCodes } = TwoFactorSetup.parse(setup.json());
  const [recoveryCode = ''] = recoveryCodes;
  return {
    recoveryCode,
    confirm: () => customer.post('/api/user/two-factor/confirmation', { code: anAuthenticatorApp(totpUri)() }),
  };
}
