import { checkoutMessages } from '@shop/contracts/checkout/messages';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, OPEN_CHECKOUT, startStubApi } from '../test/stub-api.ts';

const PROVIDER = 'https://api.razorpay.com';
const CALLBACK = `/payment-callback/${OPEN_CHECKOUT}`;
const CONFIRMING = `/checkout/${OPEN_CHECKOUT}/confirming`;
const PAID = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f'.repeat(64) };

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url, { RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js' });
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const returnWith = (fields: Record<string, string>, path = CALLBACK) =>
  web.visit(path, { method: 'POST', headers: { origin: PROVIDER }, body: new URLSearchParams(fields) });

describe('the return from the provider’s hosted page', () => {
  test('with a payment leads to its confirmation', async () => {
    const { status, location } = await returnWith(PAID);

    expect([status, location]).toEqual([303, CONFIRMING]);
    expect(api.requests.at(-1)?.url).toBe('/api/payment/callback');
  });

  test.each([
    [422, 'signature_invalid', '/checkout?payment=unverified'],
    [422, 'invalid', '/checkout?payment=unverified'],
    [409, 'payment_disputed', '/checkout?payment=unverified'],
    [409, 'payment_failed', '/checkout?payment=failed'],
    [409, 'payment_under_way', CONFIRMING],
    [409, 'payment_too_late', CONFIRMING],
    [429, 'too_many_requests', CONFIRMING],
    [503, 'provider_unavailable', CONFIRMING],
  ])('that the API rejects with %d %s leads to %s', async (status, code, page) => {
    api.problems.set('POST /api/payment/callback', { status, code, message: 'No.' });
    const response = await returnWith(PAID);
    api.problems.clear();

    expect([response.status, response.location]).toEqual([303, page]);
  });

  test('with an error leads back to the checkout, without an API request', async () => {
    const before = api.requests.length;

    const { status, location } = await returnWith({ 'error[code]': 'BAD_REQUEST_ERROR', 'error[reason]': 'declined' });

    expect([status, location]).toEqual([303, '/checkout?payment=failed']);
    expect(api.requests).toHaveLength(before);
  });

  test('after a cancellation leads back to the checkout, by a link or a form', async () => {
    const before = api.requests.length;

    const [link, form] = [await web.visit(`${CALLBACK}?cancelled=1`), await returnWith({}, `${CALLBACK}?cancelled=1`)];

    expect([link.status, link.location]).toEqual([302, '/checkout']);
    expect([form.status, form.location]).toEqual([303, '/checkout']);
    expect(api.requests).toHaveLength(before);
  });

  test('opened as a link confirms nothing', async () => {
    const before = api.requests.length;

    const { status, location } = await web.visit(`${CALLBACK}?${new URLSearchParams(PAID)}`);

    expect([status, location]).toEqual([302, CONFIRMING]);
    expect(api.requests).toHaveLength(before);
  });
});

describe('the page that leads to the hosted page', () => {
  const headers = { cookie: cookieOf('buyer') };
  const PAY = `/checkout/${OPEN_CHECKOUT}/pay`;

  test('has a form with the charge and the way back', async () => {
    const { status, text } = await web.visit(PAY, { headers });

    expect(status).toBe(200);
    const [form = ''] = /<form[^>]*checkout\/embedded[\s\S]*?<\/form>/.exec(text) ?? [];
    expect(form).toContain(`action="${PROVIDER}/v1/checkout/embedded"`);
    const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(fields)).toEqual({
      key_id: 'rzp_test_stub',
      order_id: 'order_1',
      amount: '9207',
      currency: 'INR',
      name: 'Crystalline',
      description: checkoutMessages.orderOf('2 items'),
      'prefill[name]': 'Guest',
      'prefill[email]': 'una@example.com',
      'prefill[contact]': '',
      callback_url: `${web.url}${CALLBACK}`,
      cancel_url: `${web.url}${CALLBACK}?cancelled=1`,
    });
    expect(text).toContain('Pay ₹92.07 with Razorpay');
  });

  test('is the only one whose policy allows a form to another site, and it allows no script of that site', async () => {
    const directives = async (path: string) =>
      (await web.visit(path, { headers })).headers.get('content-security-policy')?.split('; ') ?? [];

    const pay = await directives(PAY);
    expect(pay).toContain("form-action 'self' https://*.razorpay.com");
    expect(pay.filter((directive) => directive.includes('razorpay'))).toHaveLength(1);
    for (const path of ['/', '/cart', CONFIRMING]) expect(await directives(path)).toContain("form-action 'self'");
  });

  test('follows the checkout form without JavaScript, with the cookie of the device', async () => {
    const fields = {
      addressId: OPEN_CHECKOUT,
      paymentMethod: 'card',
      shippingMethod: 'standard',
      quotedShippingMethod: 'standard',
      amount: '9207',
      quoteKey: 'quote-0001',
    };

    const { location, headers: sent } = await web.visit('/checkout', {
      method: 'POST',
      headers: { ...headers, origin: web.url, accept: 'text/html' },
      body: new URLSearchParams(fields),
    });

    expect(location).toBe(PAY);
    expect(sent.getSetCookie()).toContain('device=d; Path=/');
  });
});
