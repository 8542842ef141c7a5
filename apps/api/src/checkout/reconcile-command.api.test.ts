import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minor } from '@shop/contracts/common/money';
import { beforeAll, describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { reconcileSince } from './reconcile-since.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sandbox, config, anAdmin } = shop;
const STARTS_PROCESSES = 60_000;
/** Before the first payment here: the payments of the sample data do not exist at the provider. */
const START = new Date().toISOString();

/** The store receives no webhooks. */
beforeAll(() => sandbox.failWebhooks({ do: 'drop' }));

async function shopCommand(...args: string[]) {
  const command = fileURLToPath(new URL('../../../../scripts/shop.ts', import.meta.url));
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: config.databaseDirectUrl,
    RAZORPAY_API_URL: sandbox.url,
  };
  return promisify(execFile)(process.execPath, [command, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: Number(code), stdout: String(stdout), stderr: String(stderr) }),
  );
}
const reconcile = () => shopCommand('reconcile', '--since', START);
/** What the command does, without starting a process, which takes ten times as long. */
const reconcileAgain = (since = START) => reconcileSince(shop, new Date(since));

async function aCustomerAtThePaymentWindow() {
  const { variantId } = await aVariant(shop, { quantities: [5] });
  const customer = await aCustomerWithCart(shop, [{ variantId }]);
  const { checkoutId, order } = startedCheckout(await customer.start());
  const state = async () => (await customer.get(`/api/checkouts/${checkoutId}`)).json();
  return { customer, order, checkoutId, state };
}

async function aPaidOrder() {
  const { customer, order, ...checkout } = await aCustomerAtThePaymentWindow();
  const { payment, verification } = await sandbox.pay(order.id);
  const { number }: { number: string } = (await customer.verify(verification)).json();
  return { ...checkout, payment, number };
}

describe('npm run shop -- reconcile', () => {
  test('finalizes missed payments and reports them once', { timeout: STARTS_PROCESSES }, async () => {
    const known = await aPaidOrder();
    const captured = await aCustomerAtThePaymentWindow();
    const authorized = await aCustomerAtThePaymentWindow();
    const failed = await aCustomerAtThePaymentWindow();
    const { payment: missed } = await sandbox.pay(captured.order.id);
    const { payment: authorizedPayment } = await sandbox.pay(authorized.order.id, { outcome: 'authorized' });
    const { payment: failedPayment } = await sandbox.pay(failed.order.id, { outcome: 'failure' });

    const { code, stdout, stderr } = await reconcile();

    const placed = (await captured.state()).placed;
    expect([(await captured.state()).status, (await authorized.state()).status]).toEqual(['completed', 'completed']);
    expect(stdout).toContain(`same     ${known.payment.id}  captured ₹`);
    expect(stdout).toContain(`here captured for order #${known.number}\n`);
    expect(stdout).toMatch(
      new RegExp(`^SETTLED  ${missed.id} .* here not known, now captured for order #${placed.number}$`, 'm'),
    );
    expect(stdout).toMatch(
      new RegExp(`^SETTLED  ${authorizedPayment.id}  authorized .*, now captured for order #`, 'm'),
    );
    expect(stdout).toMatch(new RegExp(`^same     ${failedPayment.id}  failed .* here not known$`, 'm'));
    expect(stdout).toContain('2 of them had been missed and are settled now.');
    expect([code, stderr]).toEqual([0, '']);

    const again = await reconcileAgain();
    expect(again.payments.map(({ theirs, before }) => [theirs.id, before?.status])).toEqual(
      again.payments.map(({ theirs, after }) => [theirs.id, after?.status]),
    );
    expect([again.payments.length, again.open, again.faults]).toEqual([4, [], []]);
  });

  test('fails while a payment of no checkout is neither refunded nor resolved', {
    timeout: STARTS_PROCESSES,
  }, async () => {
    const strange = await shop.provider.openOrder({
      receipt: randomUUID(),
      amountMinor: minor(123_400),
      currency: 'INR',
      requestedBefore: false,
    });
    const { payment } = await sandbox.pay(strange.id);

    const { code, stdout } = await reconcile();

    expect(stdout).toContain(`same     ${payment.id}  captured ₹1,234.00, here captured without an order\n`);
    expect(stdout).toContain('0 of them had been missed and are settled now.');
    expect(stdout).toContain(`OPEN     ${payment.id}  unknown_order: `);
    expect(code).toBe(1);

    const owner = await anAdmin();
    const [difference] = (await owner.get('/api/admin/payment-differences')).json();
    await owner.post(`/api/admin/payments/${difference.payment.id}/refund`, { differenceId: difference.id });
    await shop.work();
    expect(await reconcileAgain()).toMatchObject({ open: [], faults: [] });
  });

  test('fails while a refund made on the dashboard is not resolved', { timeout: STARTS_PROCESSES }, async () => {
    const { payment } = await aPaidOrder();
    const refund = await sandbox.refundOnDashboard(payment.id);

    const { code, stdout, stderr } = await reconcile();

    expect(stdout).toContain(`OPEN     ${refund.id}  refunded_elsewhere: `);
    expect([code, stderr]).toEqual([1, 'Left open: 1. Please look at them on /admin/payments.\n']);

    const owner = await anAdmin();
    const [difference] = (await owner.get('/api/admin/payment-differences')).json();
    await owner.post(`/api/admin/payment-differences/${difference.id}/resolution`);
    expect(await reconcileAgain()).toMatchObject({ open: [], faults: [] });
  });

  test('fails when the provider cannot be reached, and finalizes the rest in the next run', {
    timeout: STARTS_PROCESSES,
  }, async () => {
    const { order, state } = await aCustomerAtThePaymentWindow();
    await sandbox.pay(order.id);
    await sandbox.fail({ on: 'GET /v1/payments', do: 'status', status: 503 });

    const { code } = await reconcile();
    expect([code, (await state()).status]).toEqual([1, 'open']);

    await sandbox.recover();
    await sandbox.failWebhooks({ do: 'drop' });
    expect(await reconcileAgain()).toMatchObject({ open: [], faults: [] });
    expect((await state()).status).toBe('completed');
  });

  test('rejects a malformed date', { timeout: STARTS_PROCESSES }, async () => {
    const { code, stderr } = await shopCommand('reconcile', '--since', 'yesterday');

    expect([code, stderr]).toEqual([1, 'A date in the past is required: --since 2026-11-01\n']);
  });

  test('ignores payments older than the date', async () => {
    const { order, state } = await aCustomerAtThePaymentWindow();
    await sandbox.pay(order.id);
    const now = new Date(Date.now() + 1_000).toISOString();
    await expect.poll(() => new Date().toISOString() > now, { timeout: 30_000 }).toBe(true);

    expect((await reconcileAgain(now)).payments).toEqual([]);
    expect((await state()).status).toBe('open');
    await reconcileAgain();
    expect((await state()).status).toBe('completed');
  });
});
