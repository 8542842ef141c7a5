import { randomUUID } from 'node:crypto';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { trackingUrlOf } from '@shop/contracts/orders/carriers';
import { orderMessages } from '@shop/contracts/orders/messages';
import { shipmentMessages } from '@shop/contracts/orders/shipment-messages';
import { describe, expect, test } from 'vitest';
import { anOrder, unitsOf } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql, work } = shop;
const [ada, grace, wim] = await Promise.all([aShopper(), anAdmin(), anAdmin({ role: 'packer' })]);

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const readOrder = async (id: string) => AdminOrder.parse((await grace.get(`/api/admin/orders/${id}`)).json());

/** With 3 units of one item. */
async function anOrderOfThree() {
  const { variantId } = await aVariant(shop, { quantities: [5], name: 'Bud Vase' });
  const { id, number } = await anOrder(db, { of: ada, items: [{ variantId, quantity: 3 }] });
  const orderItemId = (await readOrder(id)).items[0]?.id ?? '';
  const ship = (quantity: number, more: object = {}, { who = wim, key = randomUUID() as string } = {}) =>
    who.post(`/api/admin/orders/${id}/shipments`, { items: [{ orderItemId, quantity }], ...more }, keyed(key));
  const set = (status: string, more: object = {}) =>
    grace.put(`/api/orders/${id}/status`, { status, ...more }, keyed());
  return { id, number, variantId, orderItemId, ship, set };
}

const messagesOf = async (orderId: string) => {
  const { rows } = await sql.query('select message from notifications where link = $1 order by id', [
    `/orders/${orderId}`,
  ]);
  return rows.map(({ message }) => message);
};
const emailsOf = async (orderId: string) => {
  const { rows } = await sql.query('select kind, payload from email_messages where order_id = $1 order by id', [
    orderId,
  ]);
  return rows;
};

describe('a shipment', () => {
  test('of some units sets a pending order to processing, with one notification and email of its own', async () => {
    const { id, number, orderItemId, ship } = await anOrderOfThree();

    const response = await ship(2, { carrier: 'UPS', trackingNumber: '1Z 999' });

    expect(response.statusCode, response.body).toBe(200);
    expect(await readOrder(id)).toMatchObject({
      status: 'processing',
      trackingNumber: '1Z 999',
      items: [{ quantity: 3, shipped: 2 }],
      shipments: [
        {
          id: response.json().id,
          number: 1,
          carrier: 'UPS',
          trackingNumber: '1Z 999',
          trackingUrl: trackingUrlOf('UPS', '1Z 999'),
          items: [{ orderItemId, quantity: 2 }],
        },
      ],
    });
    expect(await messagesOf(id)).toEqual([
      orderMessages.placedMessage(number),
      orderMessages.partlyShippedMessage(number),
    ]);
    expect(await emailsOf(id)).toMatchObject([
      { kind: 'order_placed' },
      {
        kind: 'order_partly_shipped',
        payload: { carrier: 'UPS', trackingNumber: '1Z 999', items: [{ name: 'Bud Vase', quantity: 2 }] },
      },
    ]);
    await work();
  });

  test('of the last units sets the order to shipped, with a number of its own', async () => {
    const { id, ship } = await anOrderOfThree();
    await ship(1);
    const [first] = (await readOrder(id)).shipments;

    await ship(2, { carrier: 'FedEx' });

    const { status, trackingNumber, shipments } = await readOrder(id);
    expect(status).toBe('shipped');
    expect(first?.trackingNumber).toMatch(/^TRK\d{8}$/);
    expect(shipments.map((shipment) => shipment.number)).toEqual([1, 2]);
    expect(shipments[1]?.trackingNumber).toMatch(/^TRK\d{8}$/);
    expect(trackingNumber).toBe(shipments[1]?.trackingNumber);
    expect((await emailsOf(id)).at(-1)).toMatchObject({
      kind: 'order_status',
      payload: { status: 'shipped', carrier: 'FedEx', trackingNumber },
    });
  });

  test('without an email still notifies of a status change in the account', async () => {
    const { id, ship } = await anOrderOfThree();

    await ship(1, { notify: false });
    await ship(1, { notify: false });
    await ship(1, { notify: false });

    expect(await emailsOf(id)).toMatchObject([{ kind: 'order_placed' }]);
    expect(await messagesOf(id)).toHaveLength(3);
  });

  test('of more units than are left is rejected, also as two entries of one item, and nothing changes', async () => {
    const { id, orderItemId, ship } = await anOrderOfThree();
    await ship(2);
    const before = await readOrder(id);
    const one = { orderItemId, quantity: 1 };

    for (const response of [await ship(2), await ship(1, { items: [one, one] })])
      expect(response.json()).toMatchObject({ status: 409, code: 'units_not_left', message: shipmentMessages.notLeft });
    const foreign = await ship(1, { items: [{ orderItemId: randomUUID(), quantity: 1 }] });
    expect(foreign.json()).toMatchObject({ status: 409, code: 'units_not_left' });
    expect(await readOrder(id)).toEqual(before);
  });

  test.each(['shipped', 'delivered', 'cancelled'])('of a %s order is rejected', async (status) => {
    const { ship, set } = await anOrderOfThree();
    await set(status);

    expect((await ship(1)).json()).toMatchObject({ status: 409, code: 'shipment_not_allowed' });
  });

  test('is created once for concurrent requests with one key', async () => {
    const { id, ship } = await anOrderOfThree();
    const key = randomUUID();

    const responses = await Promise.all(Array.from({ length: 4 }, () => ship(1, {}, { key })));

    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect((await readOrder(id)).shipments).toHaveLength(1);
  });

  test('of the same unit by two packers at once succeeds for one of them', async () => {
    const { id, ship } = await anOrderOfThree();

    const responses = await Promise.all([ship(2), ship(2, {}, { who: grace })]);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await readOrder(id)).toMatchObject({ status: 'processing', items: [{ shipped: 2 }] });
  });

  test.each([
    { trackingUrl: 'http://example.com' },
    { trackingUrl: 'javascript:alert(1)' },
    { trackingNumber: '<b>' },
    { carrier: 'x'.repeat(61) },
    { items: [] },
    { status: 'shipped' },
  ])('with %j is invalid', async (more) => {
    const { ship } = await anOrderOfThree();

    expect((await ship(1, more)).statusCode).toBe(422);
  });

  test('needs the permission to update statuses, and an existing order', async () => {
    const { id, orderItemId, ship } = await anOrderOfThree();
    const items = [{ orderItemId, quantity: 1 }];

    expect((await ship(1, {}, { who: ada })).statusCode).toBe(403);
    const unknown = await wim.post(`/api/admin/orders/${randomUUID()}/shipments`, { items }, keyed());
    expect(unknown.json()).toMatchObject({ status: 404, code: 'order_not_found' });
    expect((await readOrder(id)).shipments).toEqual([]);
  });

  test('cannot exceed the order in the database either', async () => {
    const { id, orderItemId, ship } = await anOrderOfThree();
    await ship(2);

    await expect(
      sql.query('update shipment_items set quantity = 4 where order_line_id = $1', [orderItemId]),
    ).rejects.toMatchObject({ constraint: 'shipment_items_within_order' });
    expect(await readOrder(id)).toMatchObject({ items: [{ shipped: 2 }] });
  });
});

describe('editing a shipment', () => {
  const edit = (orderId: string, shipmentId: string, body: object) =>
    wim.put(`/api/admin/orders/${orderId}/shipments/${shipmentId}`, body, keyed());

  test('changes the number of the order only if it was that of the shipment, and sends no email', async () => {
    const { id, ship } = await anOrderOfThree();
    await ship(1, { trackingNumber: 'FIRST' });
    await ship(1, { trackingNumber: 'SECOND' });
    const [first, second] = (await readOrder(id)).shipments;
    const emails = await emailsOf(id);

    await edit(id, first?.id ?? '', { carrier: 'DHL Express', trackingNumber: 'FIRST-1', trackingUrl: '' });
    expect(await readOrder(id)).toMatchObject({ trackingNumber: 'SECOND' });
    const url = 'https://example.com/track/SECOND-1';
    await edit(id, second?.id ?? '', { carrier: 'Ada’s bike', trackingNumber: 'SECOND-1', trackingUrl: url });

    expect(await readOrder(id)).toMatchObject({
      trackingNumber: 'SECOND-1',
      shipments: [
        {
          carrier: 'DHL Express',
          trackingNumber: 'FIRST-1',
          trackingUrl: trackingUrlOf('DHL Express', 'FIRST-1'),
        },
        { carrier: 'Ada’s bike', trackingNumber: 'SECOND-1', trackingUrl: url },
      ],
    });
    expect(await emailsOf(id)).toEqual(emails);
  });

  test('of another order is not found', async () => {
    const [mine, other] = [await anOrderOfThree(), await anOrderOfThree()];
    const { id: shipmentId } = (await other.ship(1)).json();

    const response = await edit(mine.id, shipmentId, { trackingNumber: 'X' });

    expect(response.json()).toMatchObject({ status: 404, code: 'shipment_not_found' });
  });
});

describe('the status of an order', () => {
  test.each(['shipped', 'delivered'])('%s ships the units left', async (status) => {
    const { id, ship, set } = await anOrderOfThree();
    await ship(1);

    await set(status);

    const { shipments, trackingNumber } = await readOrder(id);
    expect(shipments).toMatchObject([{ items: [{ quantity: 1 }] }, { trackingNumber, items: [{ quantity: 2 }] }]);
  });

  test('set back to processing discards the shipments, which the audit log keeps', async () => {
    const { id, ship, set } = await anOrderOfThree();
    await ship(3, { trackingNumber: '1Z 999' });

    await set('processing');

    expect(await readOrder(id)).toMatchObject({ shipments: [], items: [{ shipped: 0 }], trackingNumber: '1Z 999' });
    const { rows } = await sql.query(
      `select before from audit_log where entity_id = $1 and action = 'order.status' order by id desc limit 1`,
      [id],
    );
    expect(rows).toMatchObject([{ before: { status: 'shipped', shipments: [{ trackingNumber: '1Z 999' }] } }]);
  });

  test('is shipped with a shipment by a bulk update and by a CSV import', async () => {
    const [bulk, imported] = [await anOrderOfThree(), await anOrderOfThree()];
    const csv = `Order ID,Status\n${imported.id},shipped`;
    await grace.post('/api/admin/order-batches', { orderIds: [bulk.id], status: 'shipped' }, keyed());
    await grace.post('/api/admin/order-imports', { csv, apply: true }, keyed());

    await work();

    for (const { id } of [bulk, imported])
      expect(await readOrder(id)).toMatchObject({ status: 'shipped', shipments: [{ items: [{ quantity: 3 }] }] });
  });

  test('reads partially shipped in the list while units are left', async () => {
    const { id, number, ship } = await anOrderOfThree();
    const inList = async () => (await grace.get(`/api/admin/orders?q=${number}`)).json();
    expect(await inList()).toMatchObject([{ id, partiallyShipped: false }]);

    await ship(1);
    expect(await inList()).toMatchObject([{ id, partiallyShipped: true }]);

    await ship(2);
    expect(await inList()).toMatchObject([{ id, status: 'shipped', partiallyShipped: false }]);
  });
});

describe('cancelling a partially shipped order', () => {
  test('is rejected for its customer, and on the same route for staff', async () => {
    const { id, ship } = await anOrderOfThree();
    await ship(1);

    for (const who of [ada, grace])
      expect((await who.post(`/api/orders/${id}/cancellation`, undefined, keyed())).json()).toMatchObject({
        status: 409,
        code: 'order_not_cancellable',
      });
    expect(await readOrder(id)).toMatchObject({ status: 'processing' });
  });

  test('by staff writes the shipped units off and restocks the others; delivered after all restores them', async () => {
    const { id, variantId, ship, set } = await anOrderOfThree();
    await ship(1);

    await set('cancelled');
    expect(await unitsOf(shop, variantId)).toEqual({ available: 4, reserved: 0, sold: 0, received: 4 });

    await set('delivered');
    expect(await unitsOf(shop, variantId)).toEqual({ available: 2, reserved: 0, sold: 3, received: 5 });
    expect((await readOrder(id)).shipments).toMatchObject([{ items: [{ quantity: 1 }] }, { items: [{ quantity: 2 }] }]);
  });

  test('by staff restocks all units when they confirm the return', async () => {
    const { variantId, ship, set } = await anOrderOfThree();
    await ship(1);

    await set('cancelled', { returnToStock: true });

    expect(await unitsOf(shop, variantId)).toEqual({ available: 5, reserved: 0, sold: 0, received: 5 });
  });
});

describe('reading', () => {
  test('guests who track the order and its customer see its shipments', async () => {
    const { id, number, ship } = await anOrderOfThree();
    await ship(1, { carrier: 'UPS', trackingNumber: '1Z 999' });

    const tracked = await shop.guest.post('/api/track-order', { number, email: ada.email });

    expect(tracked.json().shipments).toEqual([
      {
        id: expect.any(String),
        number: 1,
        carrier: 'UPS',
        trackingNumber: '1Z 999',
        trackingUrl: trackingUrlOf('UPS', '1Z 999'),
        shippedAt: expect.any(String),
      },
    ]);
    expect((await ada.get(`/api/orders/${id}`)).json()).toMatchObject({ shipments: [{ number: 1 }] });
  });

  test('what packing slips need is listed in the order of the ids, without unknown orders', async () => {
    const [first, second] = [await anOrderOfThree(), await anOrderOfThree()];
    await first.ship(1);
    const query = [second.id, randomUUID(), first.id].map((id) => `id=${id}`).join('&');

    const response = await wim.get(`/api/admin/orders/packing?${query}`);

    expect(response.json()).toMatchObject([
      { id: second.id, number: second.number, shipments: 0, items: [{ name: 'Bud Vase', quantity: 3, shipped: 0 }] },
      {
        id: first.id,
        customer: 'Ada Lovelace',
        shipments: 1,
        shippingAddress: { city: 'London' },
        items: [{ shipped: 1 }],
      },
    ]);
    expect((await wim.get('/api/admin/orders/packing')).statusCode).toBe(422);
    const many = Array.from({ length: 51 }, () => `id=${randomUUID()}`).join('&');
    expect((await wim.get(`/api/admin/orders/packing?${many}`)).statusCode).toBe(422);
    expect((await ada.get(`/api/admin/orders/packing?id=${first.id}`)).statusCode).toBe(403);
  });
});
