import { describe, expect, test } from 'vitest';
import { aSandbox, eventually } from './harness.ts';

const RING = { amount: 129_900, currency: 'INR', receipt: 'checkout-1' };
const CREATE = 'POST /v1/orders';

/** Bug of the SDK: without a response it throws this instead of the cause. */
const NO_RESPONSE = /Cannot read properties of undefined/;

describe('CHK-036 the sandbox can', () => {
  test('delay a response', async () => {
    const { razorpay, control } = await aSandbox();
    await control.requestFault({ on: CREATE, do: 'latency', ms: 300, times: 1 });

    const started = performance.now();
    await razorpay.orders.create(RING);

    expect(performance.now() - started).toBeGreaterThan(295);
    expect(await (await control.call('GET', '/faults')).json()).toMatchObject({ requests: [] });
  });

  test('process a request after the client has timed out', async () => {
    const { razorpay, http, control } = await aSandbox();
    http.defaults.timeout = 100;
    await control.requestFault({ on: CREATE, do: 'latency', ms: 1_000 });

    await expect(razorpay.orders.create(RING)).rejects.toThrow(NO_RESPONSE);
    http.defaults.timeout = 10_000;
    expect((await razorpay.orders.all()).count).toBe(0);

    await eventually(async () => (await razorpay.orders.all({ receipt: 'checkout-1' })).count === 1);
  });

  test('hang', async () => {
    const { razorpay, http, control } = await aSandbox();
    http.defaults.timeout = 200;
    await control.requestFault({ on: CREATE, do: 'hang', times: 1 });

    await expect(razorpay.orders.create(RING)).rejects.toThrow(NO_RESPONSE);
    http.defaults.timeout = 10_000;
    expect((await control.ledger()).length).toBe(0);
    await razorpay.orders.create(RING);
  });

  test.each([
    [500, 'SERVER_ERROR'],
    [502, 'SERVER_ERROR'],
    [503, 'SERVER_ERROR'],
    [429, 'BAD_REQUEST_ERROR'],
  ])('fail with %i without processing the request', async (status, code) => {
    const { razorpay, control } = await aSandbox();
    await control.requestFault({ on: CREATE, do: 'status', status, times: 2 });

    for (const _ of [1, 2])
      await expect(razorpay.orders.create(RING)).rejects.toMatchObject({ statusCode: status, error: { code } });

    expect((await control.ledger()).length).toBe(0);
    await razorpay.orders.create(RING);
  });

  test('respond with malformed JSON', async () => {
    const { http, control } = await aSandbox();
    await control.requestFault({ on: CREATE, do: 'bad-json' });

    const { data } = await http.post('/v1/orders', RING, { headers: {} });

    expect(data).toEqual(expect.stringMatching(/^\{"id":"order_/));
    expect(() => JSON.parse(String(data))).toThrow(SyntaxError);
  });

  test('reset the connection without processing the request', async () => {
    const { http, control } = await aSandbox();
    await control.requestFault({ do: 'reset' });

    await expect(http.post('/v1/orders', RING, { headers: {} })).rejects.toMatchObject({ code: 'ECONNRESET' });

    expect((await control.ledger()).length).toBe(0);
  });

  test('process a request and lose the response', async () => {
    const { razorpay, control } = await aSandbox();
    await control.requestFault({ on: CREATE, do: 'lose-response', times: 1 });

    await expect(razorpay.orders.create(RING)).rejects.toThrow(NO_RESPONSE);

    expect((await razorpay.orders.all({ receipt: 'checkout-1' })).count).toBe(1);
  });

  test('lose the response to a refund, which its idempotency key then returns', async () => {
    const { razorpay, http, control } = await aSandbox();
    const { payment } = await control.pay(await razorpay.orders.create(RING));
    const path = 'POST /v1/payments/:id/refund';
    await control.requestFault({ on: path, do: 'lose-response', times: 1 });
    const headers = { 'X-Refund-Idempotency': 'cancel-order-0001' };
    const refund = () => http.post(`/v1/payments/${payment.id}/refund`, {}, { headers });

    await expect(refund()).rejects.toMatchObject({ code: 'ECONNRESET' });
    const { data } = await refund();

    expect(data).toMatchObject({ amount: 129_900 });
    expect((await razorpay.refunds.all()).count).toBe(1);
  });

  test('fail every second request until the fault is cleared', async () => {
    const { razorpay, control } = await aSandbox();
    await control.requestFault({ do: 'status', status: 500, every: 2 });
    const attempts = async () => {
      const responses: boolean[] = [];
      for (let i = 0; i < 4; i++)
        responses.push(
          await razorpay.orders.all().then(
            () => true,
            () => false,
          ),
        );
      return responses;
    };

    expect(await attempts()).toEqual([true, false, true, false]);
    await control.clearFaults();
    expect(await attempts()).toEqual([true, true, true, true]);
  });
});

test('a fault applies only to its route', async () => {
  const { razorpay, control } = await aSandbox();
  const order = await razorpay.orders.create(RING);
  await control.requestFault({ on: 'GET /v1/orders/:id', do: 'status', status: 503 });

  await expect(razorpay.orders.fetch(order.id)).rejects.toMatchObject({ statusCode: 503 });
  expect((await razorpay.orders.all()).count).toBe(1);
});

test('a fault of an id applies only to requests for it', async () => {
  const { razorpay, control } = await aSandbox();
  const [order, other] = [await razorpay.orders.create(RING), await razorpay.orders.create(RING)];
  await control.requestFault({ on: 'GET /v1/orders/:id', of: order.id, do: 'status', status: 503, times: 1 });

  expect(await razorpay.orders.fetch(other.id)).toMatchObject({ id: other.id });
  await expect(razorpay.orders.fetch(order.id)).rejects.toMatchObject({ statusCode: 503 });
  expect(await razorpay.orders.fetch(order.id)).toMatchObject({ id: order.id });
});

test('rejects a fault that can never match', async () => {
  const { control } = await aSandbox();

  await expect(control.requestFault({ on: 'POST /v1/order', do: 'hang' })).rejects.toThrow('POST /v1/orders');
  await expect(control.webhookFault({ on: 'payment.paid', do: 'drop' })).rejects.toThrow('payment.captured');
  await expect(control.requestFault({ do: 'explode' })).rejects.toThrow('"field":"do"');
});

test('lists faults and clears a single one', async () => {
  const { control } = await aSandbox();
  const hang = await control.requestFault({ do: 'hang' });
  await control.webhookFault({ do: 'drop', times: 3 });

  await control.call('DELETE', `/faults/${hang.id}`);

  expect(await (await control.call('GET', '/faults')).json()).toMatchObject({
    requests: [],
    webhooks: [{ on: 'any', do: 'drop', remaining: 3 }],
  });
});
