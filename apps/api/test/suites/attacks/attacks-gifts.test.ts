import { randomUUID } from 'node:crypto';
import { orderLinkCookie } from '@shop/contracts/identity/constants';
import { describe, expect, test, vi } from 'vitest';
import { giftToken } from '#mail/gift-link-rules.ts';
import { orderKey } from '#mail/order-link-rules.ts';
import { aGift, priceFields, requestExchange } from '#test/builders/returns/a-gift.ts';
import { keyed, requestReturn, returnOptions } from '#test/builders/returns/a-return.ts';
import { fingerprint } from '#test/fingerprint.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { anIp } from '#test/network.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestDatabase, createTestStore } from '#test/test-store.ts';

describe.each(redisModesIfRequested())('%s', async (mode, REDIS_URL) => {
  const databaseUrl = await createTestDatabase();
  const shop = await createTestStore({ databaseUrl, env: { REDIS_URL } });
  checkInvariantsAfterAll(shop);
  const { aShopper, anAdmin, app, config, guest, sql } = shop;

  test('A05 the token of a gift reaches no item of another gift', async () => {
    const [mine, theirs] = [await aGift(shop), await aGift(shop)];
    const before = await fingerprint(sql);

    const response = await requestExchange(shop, theirs, { token: mine.token });

    expect(response.json()).toMatchObject({ status: 409, code: 'items_not_returnable' });
    expect(await fingerprint(sql)).toEqual(before);
  });

  test('A04 A05 the token of a gift opens no route of its order: not as cookie, key, session or id', async () => {
    const { orderId, token, orderItemId } = await aGift(shop);
    const before = await fingerprint(sql);
    const [expiry] = orderKey({ orderId, version: 0 }, config.authSecret, new Date()).split('.');
    const credentials: Record<string, string>[] = [
      { cookie: `${orderLinkCookie(orderId)}=${token}` },
      { cookie: `${orderLinkCookie(orderId)}=${expiry}.${token}` },
      { authorization: `Bearer ${token}` },
    ];

    for (const headers of credentials) {
      for (const url of ['', '/returns', '/gift-receipt', '/invoices', '/confirmation-email'])
        expect([url, (await guest.get(`/api/orders/${orderId}${url}`, headers)).statusCode]).toEqual([url, 401]);
      const more = { ...headers, ...keyed() };
      const refund = { items: [{ orderItemId, quantity: 1, reason: 'damaged', outcome: 'refund' }], comment: '' };
      expect((await guest.post(`/api/orders/${orderId}/returns`, refund, more)).statusCode).toBe(401);
      expect((await guest.post(`/api/orders/${orderId}/cancellation`, undefined, more)).statusCode).toBe(401);
    }
    expect((await guest.get(`/api/orders/${token}`)).statusCode).toBe(401);
    expect(await fingerprint(sql)).toEqual(before);
  });

  test('A07 the recipient can request no refund, and send no other field', async () => {
    const { token, orderItemId, larger } = await aGift(shop);
    const before = await fingerprint(sql);
    const line = { orderItemId, quantity: 1, reason: 'too_small', variantId: larger };
    const email = 'mia@example.com';

    for (const body of [
      { email, items: [{ ...line, outcome: 'refund' }] },
      { email, items: [{ ...line, outcome: 'exchange' }] },
      { email, items: [{ ...line, variantId: undefined }] },
      { email, items: [line], comment: 'x' },
      { email, items: [line], shippingAddress: {} },
      { email, items: [line, line] },
      { email, items: [] },
      { items: [line] },
    ])
      expect((await guest.post(`/api/gifts/${token}/exchanges`, body, keyed())).statusCode).toBe(422);
    for (const method of ['PUT', 'PATCH', 'DELETE'] as const)
      for (const url of [`/api/gifts/${token}`, `/api/gifts/${token}/exchanges`, `/api/gifts/${token}/cancellation`]) {
        const { statusCode } = await app.inject({ method, url, headers: { origin: config.publicOrigin } });
        expect([method, url, statusCode]).toEqual([method, url, 404]);
      }
    expect(await fingerprint(sql)).toEqual(before);
  });

  test('A05 the recipient of a gift can neither see nor cancel the returns of the customer', async () => {
    const gift = await aGift(shop, { quantity: 2 });
    const { ada, orderId, orderItemId, token } = gift;
    expect((await requestReturn(ada, orderId, [{ orderItemId }])).statusCode).toBe(200);
    const [{ id = '' } = {}] = (await returnOptions(ada, orderId)).returns;

    expect((await guest.get(`/api/gifts/${token}`)).json()).toMatchObject({
      items: [{ returnable: 1 }],
      exchanges: [],
    });
    const cancel = await guest.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed());
    expect(cancel.statusCode).toBe(401);
    const other = await aShopper();
    expect((await other.post(`/api/orders/${orderId}/returns/${id}/cancellation`, undefined, keyed())).statusCode).toBe(
      404,
    );
  });

  test('no response to the recipient has a price, the customer, their address or their email', async () => {
    const gift = await aGift(shop);
    const { ada, orderId } = gift;
    const { rows } = await sql.query('select shipping_address ->> $2 as line, total_cents from orders where id = $1', [
      orderId,
      'line1',
    ]);

    const responses = [
      await guest.get(`/api/gifts/${gift.token}`),
      await requestExchange(shop, gift),
      await requestExchange(shop, gift),
      await guest.get(`/api/gifts/${gift.token}`),
    ];

    for (const response of responses) {
      expect(priceFields(response.json())).toEqual([]);
      for (const secret of [ada.id, ada.email, 'Ada Lovelace', rows[0].line, orderId, String(rows[0].total_cents)])
        expect([secret, response.body.includes(secret)]).toEqual([secret, false]);
    }
    const mails = await sql.query(
      `select subject, payload from email_messages where kind = 'gift_exchange' and order_id = $1`,
      [orderId],
    );
    expect(mails.rows.length).toBeGreaterThan(0);
    expect(priceFields(mails.rows)).toEqual([]);
  });

  test('A04 a guessed token, and that of an order which is no gift, get the same answer', async () => {
    const gift = await aGift(shop);
    const flipped = (gift.token.startsWith('A') ? 'B' : 'A') + gift.token.slice(1);
    await sql.query('update orders set gift = null where id = $1', [gift.orderId]);

    const answers = [];
    for (const token of [
      gift.token,
      flipped,
      giftToken({ orderId: randomUUID(), version: 0 }, config.authSecret),
      giftToken({ orderId: gift.orderId, version: 0 }, 'x'),
      'x',
    ])
      for (const response of [await guest.get(`/api/gifts/${token}`), await requestExchange(shop, { ...gift, token })])
        answers.push(JSON.stringify({ ...response.json(), requestId: '' }));

    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('gift_not_found');
  });

  test('staff see the address of the recipient, and customers never do', async () => {
    const gift = await aGift(shop);
    await requestExchange(shop, gift, { email: 'secret-recipient@example.com' });
    const { ada, orderId } = gift;

    for (const url of [
      `/api/orders/${orderId}`,
      `/api/orders/${orderId}/returns`,
      '/api/user/export',
      '/api/notifications',
    ])
      expect([url, (await ada.get(url)).body.includes('secret-recipient')]).toEqual([url, false]);
    const grace = await anAdmin();
    expect((await grace.get(`/api/admin/orders/${orderId}`)).body).toContain('secret-recipient');
  });

  test('A29 guesses and requests are rate limited by IP', async () => {
    const env = { REDIS_URL, RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' };
    const strict = await createTestStore({ databaseUrl, env });
    if (mode === 'with Redis') await vi.waitUntil(() => strict.redis.usable(), { timeout: 30_000 });
    const from = { 'x-forwarded-for': anIp() };

    const reads = [];
    for (let guess = 0; guess <= 300; guess++)
      reads.push((await strict.guest.get(`/api/gifts/${guess}`, from)).statusCode);
    const writes = [];
    for (let guess = 0; guess <= 20; guess++)
      writes.push((await strict.guest.post(`/api/gifts/${guess}/exchanges`, {}, { ...from, ...keyed() })).statusCode);

    expect([reads.at(0), reads.at(-1)]).toEqual([404, 429]);
    expect(writes.at(-1)).toBe(429);
  });
});
