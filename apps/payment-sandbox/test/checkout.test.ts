import { readFileSync } from 'node:fs';
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js';
import { expect, test } from 'vitest';
import { aLedgerFile, aSandbox, KEY_ID, KEY_SECRET } from './harness.ts';

const CARD = { number: '4100 2800 0000 1007', expiry: '12/49', cvv: '737', name: 'Grace Hopper' };

async function aCheckout(ledger = aLedgerFile()) {
  const sandbox = await aSandbox({ ledger });
  const order = await sandbox.razorpay.orders.create({ amount: 129_900, currency: 'INR' });
  const request = { key_id: KEY_ID, order_id: order.id, amount: 129_900, currency: 'INR' };
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const pay = (instrument: object, other: object = {}) =>
    post('/v1/payments/create/ajax', { ...request, instrument, ...other });
  return { ...sandbox, order, post, pay, ledger };
}

test('a payment in the window pays the order it was opened for', async () => {
  const { order, pay, razorpay } = await aCheckout();

  const { body } = await pay(
    { method: 'card', card: CARD },
    { email: 'ada@example.com', contact: '+919000090000', description: 'Your order', notes: { address_id: 'a1' } },
  );

  const { razorpay_payment_id: payment_id, razorpay_order_id, razorpay_signature } = body.verification;
  expect(razorpay_order_id).toBe(order.id);
  expect(validatePaymentVerification({ order_id: order.id, payment_id }, razorpay_signature, KEY_SECRET)).toBe(true);
  expect(await razorpay.payments.fetch(payment_id)).toMatchObject({
    status: 'captured',
    amount: 129_900,
    method: 'card',
    card: { last4: '1007', network: 'Visa' },
    email: 'ada@example.com',
    contact: '+919000090000',
    description: 'Your order',
    notes: { address_id: 'a1' },
  });
});

test.each([
  ['another amount', { amount: 100 }],
  ['another currency', { currency: 'USD' }],
])('rejects a page with %s, without a charge', async (_, claimed) => {
  const { pay, razorpay } = await aCheckout();

  const { status, body } = await pay({ method: 'card', card: CARD }, claimed);

  expect(status).toBe(400);
  expect(body.error.description).toContain('Your payment amount is different from your order amount');
  expect((await razorpay.payments.all()).count).toBe(0);
});

test('rejects another key and an unknown order', async () => {
  const { pay } = await aCheckout();
  const card = { method: 'card', card: CARD };

  for (const wrong of [{ key_id: 'rzp_test_other' }, { order_id: 'order_none' }])
    expect(await pay(card, wrong)).toMatchObject({
      status: 400,
      body: { error: { description: 'The id provided does not exist' } },
    });
});

test.each([
  ['4100 2800 0006 0003', 'card_declined'],
  ['4100 2800 0008 0001', 'insufficient_fund'],
  ['4100 2800 0009 0000', 'payment_timed_out'],
  ['4100 2800 0000 0009', 'authentication_failed'],
  ['4242 4242 4242 4242', 'card_number_invalid'],
])('the test card %s fails: %s', async (number, reason) => {
  const { pay, order, razorpay } = await aCheckout();

  const { status, body } = await pay({ method: 'card', card: { ...CARD, number } });

  expect(status).toBe(400);
  expect(body.error).toMatchObject({ reason, metadata: { order_id: order.id } });
  expect(await razorpay.payments.fetch(body.error.metadata.payment_id)).toMatchObject({
    status: 'failed',
    error_reason: reason,
  });
});

test('rejects an expired or invalid card without a payment attempt', async () => {
  const { pay, razorpay } = await aCheckout();

  for (const wrong of [{ expiry: '01/20' }, { number: '12' }, { cvv: 'abc' }])
    expect((await pay({ method: 'card', card: { ...CARD, ...wrong } })).status).toBe(400);
  expect((await razorpay.payments.all()).count).toBe(0);
});

test('netbanking waits for the bank, whose first result is final', async () => {
  const { pay, post, razorpay } = await aCheckout();
  const { payment_id } = (await pay({ method: 'netbanking', bank: 'HDFC' })).body;
  expect(await razorpay.payments.fetch(payment_id)).toMatchObject({ status: 'created', bank: 'HDFC' });
  const respond = (success: boolean) => post(`/v1/payments/${payment_id}/authenticate`, { key_id: KEY_ID, success });

  expect((await respond(true)).body.verification.razorpay_payment_id).toBe(payment_id);
  expect((await respond(false)).status).toBe(400);
  expect(await razorpay.payments.fetch(payment_id)).toMatchObject({ status: 'captured' });
});

test('captures only one of two successful payments of an order', async () => {
  const { pay, post, razorpay } = await aCheckout();
  const ids = [];
  for (const bank of ['HDFC', 'ICIC']) ids.push((await pay({ method: 'netbanking', bank })).body.payment_id);

  for (const id of ids) await post(`/v1/payments/${id}/authenticate`, { key_id: KEY_ID, success: true });

  const statuses = await Promise.all(ids.map(async (id) => (await razorpay.payments.fetch(id)).status));
  expect(statuses).toEqual(['captured', 'authorized']);
});

test('never stores card number or security code', async () => {
  const { pay, ledger } = await aCheckout();

  await pay({ method: 'card', card: CARD });

  const written = readFileSync(ledger, 'utf8');
  expect(written).toContain('"last4":"1007"');
  expect(written).not.toMatch(/4100 ?2800|\b737\b/);
});

test('only the page that opens the window can frame it', async () => {
  const { url } = await aCheckout();

  const policy = (origin: string) =>
    fetch(`${url}/v1/checkout/public?origin=${encodeURIComponent(origin)}`).then(({ status, headers }) => [
      status,
      headers.get('content-security-policy'),
    ]);

  expect(await policy('http://localhost:3000')).toEqual([
    200,
    expect.stringMatching(/^default-src 'none'.*; frame-ancestors http:\/\/localhost:3000$/),
  ]);
  expect(await policy('https://shop.example/; script-src *')).toEqual([
    200,
    expect.stringMatching(/; frame-ancestors https:\/\/shop\.example$/),
  ]);
  expect((await policy('javascript:alert(1)'))[0]).toBe(400);
});
