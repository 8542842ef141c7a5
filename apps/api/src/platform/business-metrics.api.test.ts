import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { anAccount, PASSWORD } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import {
  aCustomerWithCart,
  createStoreWithPayments,
  startedCheckout,
  waitForWebhooks,
} from '#test/builders/store-with-payments.ts';
import { increases, scrape } from '#test/metrics.ts';
import { operationAt } from '#test/requests/operations.ts';
import { afterCommit } from './database/transaction.ts';
import { runDry } from './dry-run.ts';

const shop = await createStoreWithPayments();
const { guest, db, sandbox, sql, work } = shop;
afterEach(() => sandbox.recover());

const aCustomer = async (quantities = [5]) => {
  const { variantId } = await aVariant(shop, { quantities, price: 100 });
  return aCustomerWithCart(shop, [{ variantId }]);
};
const counted = (happens: () => Promise<unknown>) => increases(shop, happens);

describe('orders and payments', () => {
  test('an order paid on delivery is counted once, also when its request is repeated', async () => {
    const ada = await aCustomer();
    const key = randomUUID();
    const order = () => ada.start({ paymentMethod: 'cod' }, key);

    expect(await counted(order)).toEqual({ 'orders_placed_total{method="cod"}': 1 });
    expect(await counted(order)).toEqual({});
  });

  test('a payment and its order are counted once, however often the payment is reported', async () => {
    const ada = await aCustomer();
    const { order } = startedCheckout(await ada.start({ paymentMethod: 'upi' }));
    const { verification } = await sandbox.pay(order.id);

    const increased = await counted(async () => {
      await ada.verify(verification);
      await ada.verify(verification);
      await waitForWebhooks(shop, order.id, 1);
      await work();
    });

    expect(increased).toEqual({ 'orders_placed_total{method="upi"}': 1, 'payments_total{outcome="captured"}': 1 });
  });

  test('a failed payment is counted by the worker, and no order', async () => {
    const ada = await aCustomer();
    const { order } = startedCheckout(await ada.start());
    await sandbox.pay(order.id, { outcome: 'failure' });
    await waitForWebhooks(shop, order.id, 1);

    expect(await counted(work)).toEqual({ 'payments_total{outcome="failed"}': 1 });
  });

  test('a late payment whose stock is gone counts as captured and refunded, and its rolled back order not', async () => {
    const { variantId } = await aVariant(shop, { quantities: [1], price: 100 });
    const ada = await aCustomerWithCart(shop, [{ variantId }]);
    const { order, checkoutId } = startedCheckout(await ada.start());
    await sql.query("update checkouts set expires_at = now() - interval '1 hour' where id = $1", [checkoutId]);
    await sql.query("update reservations set expires_at = now() - interval '1 hour' where checkout_id = $1", [
      checkoutId,
    ]);
    const bob = await aCustomerWithCart(shop, [{ variantId }]);
    await bob.start({ paymentMethod: 'cod' });

    const increased = await counted(async () => {
      const { verification } = await sandbox.pay(order.id);
      expect((await ada.verify(verification)).json().code).toBe('payment_too_late');
      await work();
    });

    expect(increased).toEqual({
      'payments_total{outcome="captured"}': 1,
      'payments_total{outcome="refunded"}': 1,
    });
  });
});

describe('an effect after the commit', () => {
  test('runs once the transaction has committed', async () => {
    const events: string[] = [];

    await db.transaction(async () => {
      afterCommit(() => events.push('effect'));
      events.push('work');
    });

    expect(events).toEqual(['work', 'effect']);
  });

  test('does not run when the transaction is rolled back, also in a dry run', async () => {
    const events: string[] = [];
    const work = () => db.transaction(async () => afterCommit(() => events.push('effect')));

    await expect(
      db.transaction(async () => {
        afterCommit(() => events.push('effect'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await runDry(work);

    expect(events).toEqual([]);
  });
});

describe('refusals', () => {
  test('a checkout that cannot start is counted by its reason', async () => {
    const ada = await aCustomer();

    expect(await counted(() => ada.start({ amount: 1 }))).toEqual({
      'checkout_refused_total{reason="price_changed"}': 1,
    });
  });

  test('every documented error of a checkout is a reason of its own', async () => {
    const text = JSON.stringify(operationAt(shop.app, '/api/payment/create-order', 'post')?.responses);
    const values = await scrape(shop);
    const reasons = [...values.keys()].flatMap(
      (name) => /^checkout_refused_total\{reason="(\w+)"/.exec(name)?.[1] ?? [],
    );

    expect(reasons.filter((reason) => reason !== 'other' && !text.includes(reason))).toEqual([]);
    for (const code of ['cart_empty', 'out_of_stock', 'provider_unavailable', 'unit_limit'])
      expect(reasons).toContain(code);
  });

  test('a wrong password is counted as a refused login, a right one is not', async () => {
    const { email } = await anAccount(shop);
    const login = (password: string) => guest.post('/api/auth/login', { email, password });

    expect(await counted(() => login('not the password'))).toEqual({
      'logins_refused_total{reason="invalid_credentials"}': 1,
    });
    expect(await counted(() => login(PASSWORD))).toEqual({});
  });
});

test('the circuit of the payment provider is open after five failures, until a call succeeds', async () => {
  const isOpen = async () => (await scrape(shop)).get('payment_provider_circuit_open');
  const ada = await aCustomer();
  expect(await isOpen()).toBe(0);

  await sandbox.fail({ on: 'POST /v1/orders', times: 5, do: 'status', status: 500 });
  for (let attempt = 0; attempt < 5; attempt++) await ada.start();

  expect(await isOpen()).toBe(1);
});

test('no value of a label is text of a user', async () => {
  await guest.post('/api/auth/login', { email: 'ada@example.com', password: 'hush' });
  await guest.get('/api/products/ada@example.com?q=hush');

  const { body } = await guest.get('/metrics');

  expect(body).not.toMatch(/ada@example|hush/);
});
