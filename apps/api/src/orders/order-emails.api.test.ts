import { randomUUID } from 'node:crypto';
import { minor } from '@shop/contracts/common/money';
import { formatDays } from '@shop/contracts/settings/delivery';
import { afterAll, describe, expect, test } from 'vitest';
import { notifyPaymentRefunded } from '#notifications/service.ts';
import { count } from '#platform/database/sql.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { queuedJobs } from '#test/jobs.ts';
import { aMailServer } from '#test/mail-server.ts';
import { createTestStore } from '#test/test-store.ts';
import { getLockedOrder } from './change-status.ts';
import { transition } from './transition.ts';

const server = await aMailServer();
afterAll(server.close);
const shop = await createTestStore({ env: { SMTP_URL: server.url, PUBLIC_URL: 'https://shop.example.com' } });
checkInvariantsAfterAll(shop);
const { aShopper, db, sql, work } = shop;
const vase = await aVariant(shop, { quantities: [100], name: 'Bud Vase', price: 20 });
const items = [{ variantId: vase.variantId, quantity: 2 }];
const byAdmin = { actor: 'admin', userId: null } as const;

const received = (email: string) => server.messages.filter((message) => message.to?.[0]?.address === email);

test('ORD-012 every event of an order sends its customer one email, with a link to the order', async () => {
  const ada = await aShopper();
  const { id, number } = await anOrder(db, { of: ada, items });
  for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const)
    await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), status, byAdmin));

  await work();
  await work();

  const emails = received(ada.email);
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual(
    [
      `Your order #${number} has been placed`,
      `Your order #${number} is now being processed`,
      `Your order #${number} has been shipped`,
      `Your order #${number} has been delivered`,
      `Your order #${number} has been cancelled`,
    ].toSorted(),
  );
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(5);
  for (const { text } of emails) expect(text).toContain(`https://shop.example.com/orders/${id}\n`);
  const textOf = (word: string) => emails.find(({ subject }) => subject?.includes(word))?.text;
  expect(textOf('placed')).toContain('2 × Bud Vase, Size: 0: $40.00 (2 × $20.00)');
  expect(textOf('placed')).toContain('Total: $53.19');
  expect(emails.filter(({ text }) => text?.includes('We’ve received your payment.'))).toHaveLength(1);
  expect(textOf('placed')).toContain('We’ve received your payment.');
  expect(textOf('shipped')).toMatch(/Tracking number: TRK\d{8}/);
  const { promise } = (await ada.get(`/api/orders/${id}`)).json();
  const dates = formatDays(promise, new Date().toISOString().slice(0, 10));
  expect(textOf('placed')).toContain(`Arrives ${dates}\nStandard to United Kingdom`);
  expect(textOf('shipped')).toContain(`Promised for ${dates}.`);
  expect(textOf('delivered')).not.toContain('Promised');
  expect(textOf('delivered')).not.toContain('TRK');
  expect(textOf('cancelled')).toContain('We’re refunding your payment.');
});

/** The text of an HTML email, as a client without images shows it. */
const readable = (html = '') =>
  html
    .replace(/<style[\s\S]*?<\/style>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_sign, code) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ');

test('the order confirmation has items, explained amounts, address and rules as text and as HTML', async () => {
  const ada = await aShopper();
  const { number } = await anOrder(db, { of: ada, items, discountCode: 'CRYSTAL10' });

  await work();

  const [email] = received(ada.email);
  const [text, html] = [(email?.text ?? '').replace(/\s+/g, ' '), readable(email?.html)];
  for (const part of [text, html])
    for (const phrase of [
      'Thank you, Ada',
      `Your order #${number} has been placed.`,
      'Bud Vase',
      'Size: 0',
      '$40.00',
      '2 × $20.00',
      '8% of the subtotal, $40.00',
      'Standard, one price per order',
      'Discount (CRYSTAL10)',
      '10% of $40.00',
      '-$4.00',
      'Arrives ',
      'Standard to United Kingdom',
      '$49.19',
      'Charged in INR',
      '$49.19 × ',
      'Home 12 Analytical Street London, Greater London W1J 7NT United Kingdom',
      'You can cancel until it ships, and return items within 30 days of delivery.',
      'You’re receiving this email because you placed an order at Crystalline.',
    ])
      expect(part).toContain(phrase);
  expect(html).toMatch(/Arrives [^.]+\. 2 items, \$49\.19\./);
  expect(email?.html?.match(/href="https:..shop.example.com.orders/g)).toHaveLength(1);
  expect(Buffer.byteLength(email?.html ?? '')).toBeLessThan(100_000);
});

test.each([
  [14, 'You can cancel until it ships, and return items within 14 days of delivery.'],
  [0, 'You can cancel until it ships.'],
])('the order confirmation names the %d days of return of the store', async (days, rules) => {
  await sql.query('update store_settings set return_days = $1', [days]);
  const ada = await aShopper();
  await anOrder(db, { of: ada, items });

  await work();

  expect(received(ada.email)[0]?.text?.replace(/\s+/g, ' ')).toContain(rules);
  await sql.query('update store_settings set return_days = 30');
});

test('the images of an order confirmation are decoration, in our own small size', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items });
  await sql.query(`update order_lines set image = '/media/bud-vase-0123456789abcdef/960.webp' where order_id = $1`, [
    id,
  ]);

  await work();

  const images = received(ada.email)[0]?.html?.match(/<img [^>]*>/g);
  expect(images).toHaveLength(1);
  expect(images?.[0]).toContain('src="https://shop.example.com/media/bud-vase-0123456789abcdef/160.webp"');
  expect(images?.[0]).toContain('alt=""');
});

test('an image of another site is not loaded by an order email', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items });
  await sql.query(`update order_lines set image = 'https://cdn.example.com/vase.webp' where order_id = $1`, [id]);

  await work();

  expect(received(ada.email)[0]?.html).not.toContain('<img');
});

test('a confirmation of 50 lines stays below the size at which Gmail clips an email', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items });
  await sql.query(
    `insert into order_lines (order_id, variant_id, product_id, name, option_values, image, unit_price_cents, quantity)
     select order_id, v.id, v.product_id, l.name, '{"Size": "US 7"}', '/media/bud-vase-0123456789abcdef/960.webp', 100, 1
       from order_lines l, (select id, product_id from variants where id <> $2 order by id limit 49) v
      where order_id = $1`,
    [id, vase.variantId],
  );

  await work();

  const html = received(ada.email)[0]?.html ?? '';
  expect(html.match(/<img /g)?.length).toBeGreaterThan(40);
  expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  await sql.query('delete from order_lines where order_id = $1 and variant_id <> $2', [id, vase.variantId]);
});

test('the email of a cancelled order shows what is refunded, and neither address nor rules', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items });
  await work();
  await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), 'cancelled', byAdmin));

  await work();

  const email = received(ada.email).find(({ subject }) => subject?.includes('cancelled'));
  expect(email?.text).toMatch(/(Refund in progress|Refunded .*): -\$53\.19/);
  expect(email?.text).toContain('Paid after refund: $0.00');
  expect(email?.text).not.toContain('Analytical Street');
  expect(email?.text).not.toContain('Changed your mind?');
});

test('the order confirmation to an email address that is not confirmed has no postal address', async () => {
  const ada = await aShopper({ emailVerified: false });
  await anOrder(db, { of: ada, items });

  await work();

  const [email] = received(ada.email);
  expect(email?.text).toContain('2 × Bud Vase');
  expect(email?.text).not.toContain('Analytical Street');
});

test('the emails of a cash order name the amount due on delivery, and no refund when it is cancelled', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items, method: 'cod' });
  await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), 'cancelled', byAdmin));

  await work();

  const texts = received(ada.email).map(({ text }) => text ?? '');
  expect(texts.some((text) => text.includes('You’ll pay $53.19 in cash when your order arrives.'))).toBe(true);
  expect(texts.some((text) => text.includes('refund'))).toBe(false);
});

test('only the delivery email of a cash order confirms the payment', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items, method: 'cod' });
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), status, byAdmin));

  await work();

  const paid = received(ada.email).filter(({ text }) => text?.includes('We’ve received your payment.'));
  expect(paid.map(({ subject }) => subject)).toEqual([expect.stringContaining('has been delivered')]);
});

test('the emails of a cash order name the amount due until the order is delivered or cancelled', async () => {
  const ada = await aShopper();
  const { id } = await anOrder(db, { of: ada, items, method: 'cod' });
  for (const status of ['processing', 'shipped', 'delivered'] as const)
    await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), status, byAdmin));
  const cancelled = await anOrder(db, { of: ada, items, method: 'cod' });
  await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, cancelled.id), 'cancelled', byAdmin));
  const byCard = await anOrder(db, { of: ada, items });
  await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, byCard.id), 'shipped', byAdmin));

  await work();

  const due = received(ada.email).filter(({ text }) => text?.includes('Due on delivery: $53.19'));
  expect(due.map(({ subject }) => subject?.replace(/^.*#\w{8} /, '')).toSorted()).toEqual([
    'has been shipped',
    'is now being processed',
  ]);
  for (const { text } of due) expect(text).toContain(`/orders/${id}\n`);
});

describe('a customer', () => {
  test('without order emails gets none, even of those already queued, but still notifications', async () => {
    const ada = await aShopper();
    await anOrder(db, { of: ada, items, status: 'shipped' });
    await sql.query('update users set wants_order_emails = false where id = $1', [ada.id]);

    await work();

    expect(received(ada.email)).toEqual([]);
    const { rows } = await sql.query('select status from email_messages where user_id = $1', [ada.id]);
    expect(rows).toEqual([{ status: 'skipped' }, { status: 'skipped' }]);
    const notifications = await sql.query('select from notifications where user_id = $1', [ada.id]);
    expect(notifications.rowCount).toBe(2);
  });

  test('who has deleted the account gets neither emails nor notifications', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items });
    await work();
    await sql.query('update users set deleted_at = now() where id = $1', [ada.id]);
    await sql.query('delete from sessions where user_id = $1', [ada.id]);

    await db.transaction(async (tx) => transition(tx, await getLockedOrder(tx, id), 'shipped', byAdmin));
    await work();

    expect(received(ada.email)).toHaveLength(1);
    expect((await sql.query('select from notifications where user_id = $1', [ada.id])).rowCount).toBe(1);
  });
});

describe('the confirmation email of an order', () => {
  const confirmation = async (who: Awaited<ReturnType<typeof aShopper>>, id: string) => {
    const response = await who.get(`/api/orders/${id}/confirmation-email`);
    return { status: response.statusCode, email: response.json().email };
  };

  test('is announced to its customer until it is sent, and as sent afterwards', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items });

    const queued = await confirmation(ada, id);
    await work();
    const sent = await confirmation(ada, id);

    expect(queued).toEqual({ status: 200, email: { to: ada.email, sent: false } });
    expect(sent).toEqual({ status: 200, email: { to: ada.email, sent: true } });
  });

  test('is not announced to a customer without order emails, whether it is queued or skipped', async () => {
    const ada = await aShopper();
    await sql.query('update users set wants_order_emails = false where id = $1', [ada.id]);
    const { id } = await anOrder(db, { of: ada, items });

    const queued = await confirmation(ada, id);
    await work();
    const skipped = await confirmation(ada, id);

    expect([queued, skipped]).toEqual([
      { status: 200, email: null },
      { status: 200, email: null },
    ]);
  });

  test('is not found for another customer', async () => {
    const [ada, eve] = [await aShopper(), await aShopper()];
    const { id } = await anOrder(db, { of: ada, items });

    expect((await confirmation(eve, id)).status).toBe(404);
    await work();
  });
});

test('CHK-027 a new order and its history, notification and email are written in one transaction', async () => {
  const ada = await aShopper();
  const emailsBefore = (await queuedJobs({ sql }, 'send_email')).length;
  const countRecords = async () => {
    const { rows } = await sql.query(
      `select (select count(*)::int from orders where user_id = $1) as orders,
              (select count(*)::int from order_status_history h join orders o on o.id = h.order_id
                where o.user_id = $1) as history,
              (select count(*)::int from notifications where user_id = $1) as notifications,
              (select count(*)::int from email_messages where user_id = $1 and kind = 'order_placed') as emails`,
      [ada.id],
    );
    return { ...rows[0], jobs: (await queuedJobs({ sql }, 'send_email')).length - emailsBefore };
  };

  await expect(
    db.transaction(async (tx) => {
      await anOrder(tx, { of: ada, items });
      await tx.run(count('test.fail')`select 1 / 0`);
    }),
  ).rejects.toThrow();
  expect(await countRecords()).toEqual({ orders: 0, history: 0, notifications: 0, emails: 0, jobs: 0 });

  await anOrder(db, { of: ada, items });
  expect(await countRecords()).toEqual({ orders: 1, history: 1, notifications: 1, emails: 1, jobs: 1 });
  await work();
});

test('the refund of a payment without an order is announced once, with its amount', async () => {
  const ada = await aShopper();
  const refund = { refundId: randomUUID(), userId: ada.id, amountMinor: minor(159_099), currency: 'INR' };

  await db.transaction((tx) => notifyPaymentRefunded(tx, refund));
  await work();

  expect(received(ada.email)).toMatchObject([
    { subject: 'We’re refunding your payment', text: expect.stringContaining('₹1,590.99') },
  ]);
  const { rows } = await sql.query('select title, message, type from notifications where user_id = $1', [ada.id]);
  expect(rows).toEqual([{ title: 'Payment refunded', message: expect.stringContaining('₹1,590.99'), type: 'order' }]);
});
