import { readFileSync } from 'node:fs';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { describe, expect, test } from 'vitest';
import { aLedgerFile, aSandbox, KEY_ID, KEY_SECRET } from './harness.ts';

const CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '737', card_name: 'Grace Hopper' };

async function aHostedCheckout(ledger = aLedgerFile()) {
  const sandbox = await aSandbox({ ledger });
  const order = await sandbox.razorpay.orders.create({ amount: 129_900, currency: 'INR' });
  const checkout = {
    key_id: KEY_ID,
    order_id: order.id,
    amount: '129900',
    currency: 'INR',
    name: 'Crystalline',
    description: 'Order of 1 item',
    'prefill[name]': 'Ada Lovelace',
    'prefill[email]': 'ada@example.com',
    'prefill[contact]': '+919000090000',
    callback_url: 'https://shop.example/payment-callback/1',
    cancel_url: 'https://shop.example/payment-callback/1?cancelled=1',
  };
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
    const policy = response.headers.get('content-security-policy') ?? '';
    return { status: response.status, policy, html: await response.text() };
  };
  return {
    ...sandbox,
    order,
    ledger,
    open: (changes: Record<string, string> = {}) => post('/v1/checkout/embedded', { ...checkout, ...changes }),
    pay: (fields: Record<string, string>) => post('/v1/checkout/embedded/payments', { ...checkout, ...fields }),
  };
}

/** The fields of the form that returns to the store. */
const hiddenFields = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  );

describe('the hosted page', () => {
  test('shows store and amount, and needs no script', async () => {
    const { open } = await aHostedCheckout();

    const { status, policy, html } = await open();

    expect(status).toBe(200);
    for (const text of ['Crystalline', 'Order of 1 item', '₹1,299.00', 'ada@example.com', 'value="Ada Lovelace"'])
      expect(html).toContain(text);
    expect(html).not.toContain('<script');
    expect(policy).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test('shows what the store sends as text', async () => {
    const { open } = await aHostedCheckout();

    const { html } = await open({ name: '"><script>alert(1)</script>' });

    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)');
    expect(html).not.toContain('<script');
  });

  test.each([
    ['another amount', { amount: '100' }],
    ['another currency', { currency: 'USD' }],
    ['another key', { key_id: 'rzp_test_other' }],
    ['an unknown order', { order_id: 'order_none' }],
    ['a callback that is not http', { callback_url: 'javascript:alert(1)' }],
    ['a link back that is not http', { cancel_url: 'data:text/html,x' }],
    ['no callback', { callback_url: '' }],
  ])('rejects %s', async (_what, changes) => {
    const { open } = await aHostedCheckout();

    const { status, html } = await open(changes);

    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).not.toContain('<form');
  });
});

test('a card pays the order, and its signed ids are posted to the store by a button or a script', async () => {
  const { order, pay, razorpay } = await aHostedCheckout();

  const { html, policy } = await pay(CARD);

  expect(html).toContain('<form method="post" action="https://shop.example/payment-callback/1">');
  expect(html).toContain('Continue to the store');
  expect(html).toContain('<script src="/v1/checkout/return.js">');
  expect(policy).toContain("script-src 'self'; form-action https://shop.example;");
  const { razorpay_payment_id: payment_id = '', razorpay_order_id, razorpay_signature = '' } = hiddenFields(html);
  expect(razorpay_order_id).toBe(order.id);
  expect(validatePaymentVerification({ order_id: order.id, payment_id }, razorpay_signature, KEY_SECRET)).toBe(true);
  expect(await razorpay.payments.fetch(payment_id)).toMatchObject({
    status: 'captured',
    amount: 129_900,
    method: 'card',
    email: 'ada@example.com',
    contact: '+919000090000',
    description: 'Order of 1 item',
  });
});

test.each([
  ['a declined card', { ...CARD, number: '4100 2800 0006 0003' }, 'card_declined'],
  ['the button that fails', { outcome: 'failure' }, 'payment_failed'],
])('%s returns the error to the store, and the order can be paid again', async (_what, fields, reason) => {
  const { order, pay, razorpay } = await aHostedCheckout();

  const returned = hiddenFields((await pay(fields)).html);

  expect(returned).toMatchObject({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': reason });
  const { payment_id, order_id } = JSON.parse(returned['error[metadata]'] ?? '{}');
  expect(order_id).toBe(order.id);
  expect(await razorpay.payments.fetch(payment_id)).toMatchObject({ status: 'failed', error_reason: reason });
  expect(hiddenFields((await pay(CARD)).html)).toHaveProperty('razorpay_signature');
});

test('a mistyped card is asked for again, without a payment attempt', async () => {
  const { pay, razorpay } = await aHostedCheckout();

  for (const wrong of [{ expiry: '01/20' }, { number: '12' }, { cvv: 'abc' }]) {
    const { status, html } = await pay({ ...CARD, ...wrong });
    expect([status, html]).toEqual([400, expect.stringMatching(/role="alert">[^<]+<[\s\S]+Card number/)]);
  }
  expect((await razorpay.payments.all()).count).toBe(0);
});

test('an order is paid once, and neither card number nor security code is stored', async () => {
  const { pay, razorpay, ledger } = await aHostedCheckout();
  await pay(CARD);

  expect((await pay(CARD)).html).toContain('already paid');

  expect((await razorpay.payments.all()).count).toBe(1);
  expect(readFileSync(ledger, 'utf8')).not.toMatch(/4100 ?2800|\b737\b/);
});
