import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { aClient, aControl, aLedgerFile } from './harness.ts';
import { aReceiver } from './receiver.ts';

function run(env: Record<string, string>) {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/server.ts', import.meta.url))], {
    env: { PATH: process.env.PATH, SANDBOX_PORT: '0', SANDBOX_CONTROL_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function start(env: Record<string, string>) {
  const child = run(env);
  for await (const line of createInterface(child.stdout)) {
    const [url = '', controlUrl = ''] = line.match(/http:\/\/127\.0\.0\.1:\d+(?=,)/g) ?? [];
    return { child, ...aClient(url), control: aControl(controlUrl) };
  }
  throw new Error('The sandbox did not start.');
}

async function killed(child: ChildProcess) {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

describe('the ledger', () => {
  test('CHK-035 has everything that was acknowledged before the process was killed', async () => {
    const shop = await aReceiver();
    const env = { SANDBOX_LEDGER: aLedgerFile(), SANDBOX_WEBHOOK_URL: shop.url };
    const { child, razorpay, control } = await start(env);
    const known = {
      orders: new Map<string, object>(),
      payments: new Set<string>(),
      refunds: new Map<string, object>(),
    };
    const ended = once(child, 'exit');
    const customer = async () => {
      while (!child.killed) {
        const order = await razorpay.orders.create({ amount: 5_000, currency: 'INR', receipt: crypto.randomUUID() });
        known.orders.set(order.id, { amount: order.amount, receipt: order.receipt });
        const { payment } = await control.pay(order);
        known.payments.add(payment.id);
        const refund = await razorpay.payments.refund(payment.id, { amount: 2_000 });
        known.refunds.set(refund.id, refund);
        if (known.refunds.size === 25) child.kill('SIGKILL');
      }
    };
    const cutOff = (error: unknown) => {
      if (!child.killed) throw error;
    };
    await Promise.all(Array.from({ length: 8 }, () => customer().catch(cutOff)));
    await ended;

    const after = await start(env);

    for (const [id, order] of known.orders) expect(await after.razorpay.orders.fetch(id)).toMatchObject(order);
    for (const id of known.payments)
      expect(await after.razorpay.payments.fetch(id)).toMatchObject({ captured: true, amount: 5_000 });
    for (const [id, refund] of known.refunds) expect(await after.razorpay.refunds.fetch(id)).toEqual(refund);
  });

  test('drops an incomplete last line, which was never acknowledged', async () => {
    const file = aLedgerFile();
    const before = await start({ SANDBOX_LEDGER: file });
    const order = await before.razorpay.orders.create({ amount: 5_000, currency: 'INR' });
    await killed(before.child);
    appendFileSync(file, readFileSync(file, 'utf8').slice(0, 100));

    const next = await start({ SANDBOX_LEDGER: file });

    expect((await next.razorpay.orders.all()).items).toEqual([order]);
    const second = await next.razorpay.orders.create({ amount: 6_000, currency: 'INR' });
    await killed(next.child);
    const last = await start({ SANDBOX_LEDGER: file });
    expect((await last.razorpay.orders.all()).items).toEqual([second, order]);
  });

  test('sends undelivered webhooks after a restart', async () => {
    const shop = await aReceiver();
    const file = aLedgerFile();
    const away = await start({ SANDBOX_LEDGER: file, SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:1/' });
    const { payment } = await away.control.pay(await away.razorpay.orders.create({ amount: 5_000, currency: 'INR' }));
    await killed(away.child);

    await start({ SANDBOX_LEDGER: file, SANDBOX_WEBHOOK_URL: shop.url });

    const received = await shop.messages(3);
    expect(shop.names()).toEqual(['payment.authorized', 'payment.captured', 'order.paid']);
    expect(received[1]?.message.payload.payment?.entity.id).toBe(payment.id);
  });
});

describe('the process', () => {
  test('starts with NODE_ENV=production only if SANDBOX_IN_PRODUCTION is set', async () => {
    const env = { NODE_ENV: 'production', SANDBOX_LEDGER: aLedgerFile() };
    const rejectedProcess = run(env);
    const [stderr, [code]] = await Promise.all([text(rejectedProcess.stderr), once(rejectedProcess, 'exit')]);

    expect(code).toBe(1);
    expect(stderr).toContain("SANDBOX_IN_PRODUCTION must be 'yes'");
    await start({ ...env, SANDBOX_IN_PRODUCTION: 'yes' });
  });

  test('reports invalid settings by name', async () => {
    const child = run({ SANDBOX_PORT: 'often', SANDBOX_WEBHOOK_GAPS_MS: '1s' });

    expect((await text(child.stderr)).trim().split('\n')).toEqual([
      'SANDBOX_PORT must be a port number.',
      'SANDBOX_WEBHOOK_GAPS_MS must be milliseconds, comma-separated.',
    ]);
  });

  test('exits with 0 on SIGTERM, even with a hung request', async () => {
    const { child, razorpay, control } = await start({ SANDBOX_LEDGER: aLedgerFile() });
    await control.requestFault({ do: 'hang' });
    const hung = razorpay.orders.all().catch(() => 'cut off');

    child.kill('SIGTERM');

    expect((await once(child, 'exit'))[0]).toBe(0);
    expect(await hung).toBe('cut off');
  });
});
