import { orderMessages, trackOrderMessages } from '@shop/contracts/orders/messages';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, sql } = await createTestStore();

const track = (number: unknown, email: unknown = 'ada@example.com') =>
  guest.post('/api/track-order', { number, email });

describe('tracking with the right number and email address', () => {
  test('RTE-012 returns status, items and totals', async () => {
    const response = await track('b50d93fa');

    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      number: 'b50d93fa',
      status: 'delivered',
      trackingNumber: 'TRK30577126',
      items: expect.arrayContaining([
        expect.objectContaining({ quantity: 1 }),
        expect.objectContaining({ quantity: 2 }),
      ]),
      shipping: 12.99,
    });
    const { subtotal, tax, shipping, discount, total, reachedAt, placedAt } = response.json();
    expect(discount).toBeGreaterThan(0);
    expect(subtotal + tax + shipping - discount).toBeCloseTo(total, 5);
    expect(Object.keys(reachedAt)).toEqual(expect.arrayContaining(['pending', 'processing', 'shipped', 'delivered']));
    expect(reachedAt.delivered > reachedAt.shipped && reachedAt.shipped > placedAt).toBe(true);
  });

  test('returns no personal data except city and country', async () => {
    const { body } = await track('7c41e2b9');
    const { rows } = await sql.query("select shipping_address from orders where number = '7c41e2b9'");
    const { city, country, ...hidden } = rows[0].shipping_address;

    expect(JSON.parse(body)).toMatchObject({ city, country });
    for (const text of [...Object.values(hidden), 'ada@example.com']) if (text) expect(body).not.toContain(text);
  });

  test.each(['#7c41e2b9', ' 7C41E2B9 ', '01939a10-7c00-7abc-8def-01237c41e2b9'])(
    'accepts the number as %s',
    async (number) => {
      expect((await track(number, ' ADA@example.com ')).json()).toMatchObject({ number: '7c41e2b9' });
    },
  );
});

describe('tracking with a wrong number or email address', () => {
  test('returns the same error for a wrong email address and for an unknown order', async () => {
    const [wrongAddress, noOrder] = await Promise.all([track('7c41e2b9', 'eve@example.com'), track('00000000')]);

    for (const response of [wrongAddress, noOrder]) {
      const { requestId: _, ...problem } = response.json();
      expect(problem).toEqual({
        type: 'about:blank',
        title: 'Not Found',
        status: 404,
        code: 'order_not_found',
        message: trackOrderMessages.notFound,
      });
    }
  });

  test.each([
    ['', 'number', orderMessages.invalidNumber],
    ['7c41e2b', 'number', orderMessages.invalidNumber],
    ['7c41e2bz', 'number', orderMessages.invalidNumber],
    ["' or 1=1 --", 'number', orderMessages.invalidNumber],
    ['%', 'number', orderMessages.invalidNumber],
    [7, 'number', orderMessages.invalidNumber],
    [{ $ne: null }, 'number', orderMessages.invalidNumber],
    ['f'.repeat(10_000), 'number', orderMessages.invalidNumber],
  ])('rejects the malformed number %j', async (number, field, message) => {
    const response = await track(number);

    expect(response.statusCode).toBe(422);
    expect(response.json().errors).toEqual([{ field, message }]);
  });

  test.each(['', 'ada', ['ada@example.com'], `${'a'.repeat(400)}@example.com`])(
    'rejects the malformed email address %j',
    async (email) => {
      const response = await track('7c41e2b9', email);

      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ field: 'email', message: trackOrderMessages.invalidEmail }]);
    },
  );

  test('rejects a NUL character and finds nothing by a pattern', async () => {
    expect((await track('7c41e2b9', 'ada\u0000@example.com')).statusCode).toBe(422);
    expect((await track('7c41e2b9', '%@%.%')).statusCode).toBe(404);
  });
});
