import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../test/production.ts';
import { cookieOf, OPEN_CHECKOUT, startStubApi } from '../test/stub-api.ts';

const CALLBACK = `/payment-callback/${OPEN_CHECKOUT}`;
const PAID = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 'f'.repeat(64) };

let api: Awaited<ReturnType<typeof startStubApi>>;
let web: Awaited<ReturnType<typeof startWebServer>>;
beforeAll(async () => {
  api = await startStubApi();
  web = await startWebServer(api.url);
});
afterAll(async () => {
  await web.stop();
  await api.stop();
});

const send = (path: string, headers: Record<string, string>, fields: Record<string, string> = PAID) =>
  web.visit(path, { method: 'POST', headers, body: new URLSearchParams(fields) });

describe('A17 a form of another site', () => {
  test.each(['https://api.razorpay.com', 'https://evil.example', 'null', ''])(
    'of the origin "%s" is accepted by the payment callback, which uses neither its cookies nor its origin',
    async (origin) => {
      const before = api.requests.length;

      const { status } = await send(CALLBACK, { cookie: cookieOf('ada'), referer: origin, ...(origin && { origin }) });

      expect(status).toBe(303);
      const [received, ...more] = api.requests.slice(before);
      expect(more).toEqual([]);
      expect(received?.url).toBe('/api/payment/callback');
      expect(received?.headers).not.toHaveProperty('cookie');
      expect(received?.headers).not.toHaveProperty('origin');
      expect(received?.headers).not.toHaveProperty('referer');
    },
  );

  test.each(['/checkout', `/checkout/${OPEN_CHECKOUT}/pay`, '/cart', `${CALLBACK}.data`])(
    'is rejected by %s',
    async (path) => {
      const before = api.requests.length;

      const { status } = await send(path, { cookie: cookieOf('ada'), origin: 'https://api.razorpay.com' });

      expect(status).toBe(400);
      expect(api.requests).toHaveLength(before);
    },
  );
});

test('A04 a stranger with the ids of another customer’s payment ends at the login page', async () => {
  const { location } = await send(CALLBACK, { origin: 'https://api.razorpay.com' });

  const page = await web.visit(location ?? '');

  expect([page.status, page.location]).toEqual([
    302,
    `/login?${new URLSearchParams({ redirect: `/checkout/${OPEN_CHECKOUT}/confirming` })}`,
  ]);
});

test.each(['//evil.example', '/\\evil.example', 'https:%2F%2Fevil.example', '..%2F..%2F%2Fevil.example', '%0d%0ax: y'])(
  'A14 the id "%s" of a callback does not lead to another site',
  async (id) => {
    for (const { status, location } of [
      await web.visit(`/payment-callback/${id}`),
      await send(`/payment-callback/${id}`, {}),
    ]) {
      if (status >= 400) continue;
      expect(new URL(location ?? '', web.url).origin).toBe(web.url);
    }
  },
);

test('A24 a body that is not a form is rejected with 400', async () => {
  const headers = { 'content-type': 'application/json' };

  const { status } = await web.visit(CALLBACK, { method: 'POST', headers, body: JSON.stringify(PAID) });

  expect(status).toBe(400);
});
