import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments, startedCheckout } from '#test/builders/store-with-payments.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';

const shop = await createStoreWithPayments();
checkInvariantsAfterAll(shop);
const { sandbox, config, anAdmin } = shop;
const STARTS_PROCESSES = 60_000;
/** Before the first payment here: the payments of the sample data do not exist at the provider. */
const START = new Date().toISOString();

/** The store receives no webhooks. */
beforeAll(() => sandbox.failWebhooks({ do: 'drop' }));

async function shopCommand(...args: string[]) {
  const command = fileURLToPath(new URL('../../../../../scripts/shop.ts', import.meta.url));
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
const reconcile = (since = START) => shopCommand('reconcile', '--since', since);

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

    const again = await reconcile();
    expect(again.stdout).toContain('0 of them had been missed and are settled now.');
    expect(again.code).toBe(0);
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
    expect((await reconcile()).code).toBe(0);
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
    expect([(await reconcile()).code, (await state()).status]).toEqual([0, 'completed']);
  });

  test('rejects a missing, malformed or future date', { timeout: STARTS_PROCESSES }, async () => {
    const wrong = [[], ['--since', 'yesterday'], ['--since', '2999-01-01']];

    for (const { code, stderr } of await Promise.all(wrong.map((args) => shopCommand('reconcile', ...args)))) {
      expect(code).toBe(1);
      expect(stderr).toContain('--since 2026-11-01');
    }
  });

  test('ignores payments older than the date', { timeout: STARTS_PROCESSES }, async () => {
    const { order, state } = await aCustomerAtThePaymentWindow();
    await sandbox.pay(order.id);
    const now = new Date(Date.now() + 1_000).toISOString();
    await expect.poll(() => new Date().toISOString() > now, { timeout: 30_000 }).toBe(true);

    const { stdout } = await reconcile(now);

    expect(stdout).toContain('0 payments at the provider since');
    expect((await state()).status).toBe('open');
    await reconcile();
    expect((await state()).status).toBe('completed');
  });
});
