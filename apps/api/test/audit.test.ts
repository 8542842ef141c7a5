import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { anOrder } from './an-order.ts';
import { isPermission } from './calls.ts';
import { aPiece } from './cart.ts';
import { ownShop } from './own-shop.ts';

const shop = await ownShop();
const { app, db, sql, aShopper, anAdmin } = shop;
const ada = await aShopper();

async function orderOfAda() {
  const { variantId } = await aPiece(shop);
  return anOrder(db, { of: ada, pieces: [{ variantId, quantity: 1 }] });
}

type Deed = { url: string; payload?: object; before: object | null; after: object | null };

/** One admin write of each kind, and what the log must tell of it. A new one is added here, or the last test says so. */
const DEEDS: Record<string, () => Promise<Deed>> = {
  'POST /api/admin/campaigns': async () => {
    const campaign = { title: 'Quiet sale', message: 'Two days only.', link: '/products' };
    return { url: '/api/admin/campaigns', payload: campaign, before: null, after: campaign };
  },
  'PUT /api/admin/settings': async () => ({
    url: '/api/admin/settings',
    payload: { ...(await (await anAdmin()).get('/api/admin/settings')).json(), taxPercent: 7.25 },
    before: { taxPercent: 8 },
    after: { taxPercent: 7.25 },
  }),
  'PUT /api/orders/:id/status': async () => ({
    url: `/api/orders/${(await orderOfAda()).id}/status`,
    payload: { status: 'processing' },
    before: { status: 'pending' },
    after: { status: 'processing' },
  }),
  'POST /api/admin/orders/:id/notes': async () => ({
    url: `/api/admin/orders/${(await orderOfAda()).id}/notes`,
    payload: { body: 'Rang twice.' },
    before: null,
    after: { body: 'Rang twice.' },
  }),
  'POST /api/admin/orders/:id/refunds': async () => {
    const { id, chargeMinor } = await orderOfAda();
    return {
      url: `/api/admin/orders/${id}/refunds`,
      payload: { amount: 1.5, reason: 'A scratch' },
      before: { refundable: chargeMinor },
      after: { refundable: chargeMinor - 150, refund: { amountMinor: 150, reason: 'A scratch' } },
    };
  },
  'POST /api/admin/orders/:id/mails/:mailId/copies': async () => {
    const { id } = await orderOfAda();
    const { rows } = await sql.query(`update mails set state = 'sent' where order_id = $1 returning id`, [id]);
    const mailId = rows[0].id;
    return { url: `/api/admin/orders/${id}/mails/${mailId}/copies`, before: null, after: { mailId } };
  },
  'POST /api/admin/order-batches': async () => ({
    url: '/api/admin/order-batches',
    payload: { orderIds: [(await orderOfAda()).id], status: 'shipped' },
    before: null,
    after: { orders: 1, statuses: { shipped: 1 } },
  }),
  'POST /api/admin/order-imports': async () => ({
    url: '/api/admin/order-imports',
    payload: { csv: `Order ID,Status\n${(await orderOfAda()).id},processing`, apply: true },
    before: null,
    after: { orders: 1, statuses: { processing: 1 } },
  }),
};

describe('AOTH-007 every admin change is in the audit log: who, what, before and after', () => {
  test.each(Object.entries(DEEDS))('%s', async (route, deed) => {
    const grace = await anAdmin();
    const { url, payload, before, after } = await deed();
    const method = route.split(' ')[0] === 'PUT' ? grace.put : route.startsWith('DELETE') ? grace.delete : grace.post;

    const response = await method(url, payload, {
      'idempotency-key': randomUUID(),
      'x-request-id': `deed-${grace.id}`,
    });

    expect(response.statusCode, response.body).toBeLessThan(300);
    const { rows } = await sql.query('select before, after, request_id from audit_log where actor_user_id = $1', [
      grace.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ before, after, request_id: response.headers['x-request-id'] });
  });

  test('and none is left out', () => {
    const writes = app.routes.flatMap(({ method, url, config }) =>
      isPermission(config?.access) ? [method].flat().map((verb) => `${verb} ${url}`) : [],
    );

    expect(Object.keys(DEEDS).toSorted()).toEqual(writes.filter((call) => !/^(GET|HEAD) /.test(call)).toSorted());
  });
});

describe('the log', () => {
  test('has nothing of a change that was taken back', async () => {
    const grace = await anAdmin();
    const { variantId } = await aPiece(shop, { quantities: [1] });
    const pieces = [{ variantId, quantity: 1 }];
    const { id } = await anOrder(db, { of: ada, pieces, status: 'cancelled' });
    await anOrder(db, { of: ada, pieces });

    const refused = await grace.put(`/api/orders/${id}/status`, { status: 'pending' }, { 'idempotency-key': 'back' });

    expect(refused.statusCode).toBe(409);
    expect((await sql.query('select from audit_log where actor_user_id = $1', [grace.id])).rowCount).toBe(0);
  });

  test('tells of an order an admin cancels by the customer’s door, and not of a customer’s own', async () => {
    const grace = await anAdmin();
    const [byGrace, byAda] = [await orderOfAda(), await orderOfAda()];
    const cancel = (who: typeof ada, id: string) =>
      who.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': randomUUID() });

    await cancel(grace, byGrace.id);
    await cancel(ada, byAda.id);

    const { rows } = await sql.query(
      `select entity_id, actor_user_id from audit_log where entity = 'order' and entity_id = any ($1)`,
      [[byGrace.id, byAda.id]],
    );
    expect(rows).toEqual([{ entity_id: byGrace.id, actor_user_id: grace.id }]);
  });
});

test('only who may give money back cancels an order', async () => {
  const [wim, maya] = [await anAdmin({ role: 'packer' }), await anAdmin({ role: 'manager' })];
  const { id } = await orderOfAda();
  const set = (who: typeof wim, status: string) =>
    who.put(`/api/orders/${id}/status`, { status }, { 'idempotency-key': randomUUID() });

  expect((await set(wim, 'shipped')).statusCode).toBe(200);
  expect((await set(wim, 'cancelled')).statusCode).toBe(403);
  expect((await wim.post(`/api/orders/${id}/cancellation`, undefined, { 'idempotency-key': 'x' })).statusCode).toBe(
    404,
  );
  expect((await set(maya, 'cancelled')).statusCode).toBe(200);
});
