import { randomUUID } from 'node:crypto';
import { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { describe, expect, test } from 'vitest';
import { dropJobs } from '#platform/queue/queue.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { documentOf, invoicesOf } from '#test/builders/invoices.ts';
import { checkInvariantsAfterAll } from '#test/invariants-after-all.ts';
import { createTestStore } from '#test/test-store.ts';
import { issueInvoice } from './issue.ts';
import { requestMissingInvoices } from './service.ts';

const shop = await createTestStore();
checkInvariantsAfterAll(shop);
const { aShopper, anAdmin, db, sql, work } = shop;
const admin = await anAdmin();
const { variantId } = await aVariant(shop, { quantities: [1_000], price: 30 });
const items = [{ variantId, quantity: 2 }];

const setStatus = (orderId: string, status: string) =>
  admin.put(`/api/orders/${orderId}/status`, { status }, { 'idempotency-key': randomUUID() });

/** The sequence numbers of every series, and its counter. */
async function series() {
  const { rows } = await sql.query<{ series: string; last: number; used: number[] }>(
    `select c.series, c.last, array_agg(i.sequence order by i.sequence) as used
       from invoice_counters c left join invoices i on i.series = c.series group by c.series, c.last order by 1`,
  );
  return rows;
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('the invoice of an order', () => {
  test('is issued by a job once the order is paid, and can be downloaded as PDF', async () => {
    const ada = await aShopper();
    const order = await anOrder(db, { of: ada, items });
    expect(await invoicesOf(ada, order.id)).toEqual([]);

    await work();

    const [invoice] = await invoicesOf(ada, order.id);
    expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^INV-\d{4}-\d{6}$/) });
    expect(await documentOf(ada, order.id, invoice?.id)).toMatchObject({
      number: invoice?.number,
      orderNumber: order.number,
      currency: order.chargeCurrency,
      totalMinor: order.chargeMinor,
      buyer: { name: 'Ada Lovelace', email: ada.email },
      lines: [{ quantity: 2, description: 'Thing' }],
      corrects: null,
    });
    expect((await ada.get('/api/user/export')).json().orders).toMatchObject([{ invoices: [invoice?.number] }]);
    const url = `/api/orders/${order.id}/invoices/${invoice?.id}/pdf`;
    const [first, second] = [await ada.get(url), await ada.get(url)];
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${invoice?.number}.pdf"`,
      'cache-control': 'private, no-store',
    });
    expect(first.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  });

  test('of cash on delivery is issued when the order is shipped, not before', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items, method: 'cod' });
    await work();
    expect(await invoicesOf(ada, id)).toEqual([]);

    expect((await setStatus(id, 'shipped')).statusCode).toBe(200);
    await work();

    expect(await invoicesOf(ada, id)).toMatchObject([{ kind: 'invoice' }]);
    await setStatus(id, 'delivered');
    await work();
    expect(await invoicesOf(ada, id)).toHaveLength(1);
  });

  test('of cash on delivery is issued with the first shipment, for the whole order, and once', async () => {
    const ada = await aShopper();
    const { id, chargeMinor } = await anOrder(db, { of: ada, items, method: 'cod' });
    const [item] = AdminOrder.parse((await admin.get(`/api/admin/orders/${id}`)).json()).items;
    const shipment = { items: [{ orderItemId: item?.id, quantity: 1 }] };
    const ship = () => admin.post(`/api/admin/orders/${id}/shipments`, shipment, { 'idempotency-key': randomUUID() });

    expect((await ship()).statusCode).toBe(200);
    await work();

    const [invoice] = await invoicesOf(ada, id);
    expect(await documentOf(ada, id, invoice?.id)).toMatchObject({ totalMinor: chargeMinor, lines: [{ quantity: 2 }] });
    expect((await ship()).statusCode).toBe(200);
    await work();
    expect(await invoicesOf(ada, id)).toEqual([invoice]);
  });

  test('is requested again if the job is missing, for recent orders that are paid or shipped', async () => {
    const ada = await aShopper();
    const [paid, cash] = [await anOrder(db, { of: ada, items }), await anOrder(db, { of: ada, items, method: 'cod' })];
    await sql.query(`update orders set created_at = created_at - interval '1 hour' where id in ($1, $2)`, [
      paid.id,
      cash.id,
    ]);
    await dropJobs(db, 'orderId', [paid.id]);
    await work();
    expect(await invoicesOf(ada, paid.id)).toEqual([]);

    await requestMissingInvoices(db);
    await work();

    expect(await invoicesOf(ada, paid.id)).toHaveLength(1);
    expect(await invoicesOf(ada, cash.id)).toEqual([]);
  });

  test('is not issued for cash on delivery that is cancelled before it is shipped', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items, method: 'cod', status: 'cancelled' });

    await issueInvoice(db, id);

    expect(await invoicesOf(ada, id)).toEqual([]);
  });

  test('cannot be changed or deleted', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items });
    await issueInvoice(db, id);

    const change = sql.query(`update invoices set document = '{}' where order_id = $1`, [id]);
    await expect(change).rejects.toThrow('immutable');
    await expect(sql.query('delete from invoices where order_id = $1', [id])).rejects.toThrow('immutable');
  });

  test('of another customer is not found, and staff can read it', async () => {
    const [ada, eve] = await Promise.all([aShopper(), aShopper()]);
    const { id } = await anOrder(db, { of: ada, items });
    await issueInvoice(db, id);
    const [invoice] = await invoicesOf(ada, id);

    const paths = [`/api/orders/${id}/invoices`, `/api/orders/${id}/invoices/${invoice?.id}`];
    for (const path of [...paths, `/api/orders/${id}/invoices/${invoice?.id}/pdf`])
      expect((await eve.get(path)).statusCode, path).toBe(404);
    expect((await eve.get(`/api/admin/orders/${id}/invoices`)).statusCode).toBe(403);
    expect((await admin.get(`/api/admin/orders/${id}/invoices`)).json()).toEqual([invoice]);
    const pdf = await admin.get(`/api/admin/orders/${id}/invoices/${invoice?.id}/pdf`);
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('stays after account deletion, and has no personal data if it is issued later', async () => {
    const password = 'a long enough password';
    const ada = await aShopper({ name: 'Wombat Lovelace', password });
    const [early, late] = [await anOrder(db, { of: ada, items }), await anOrder(db, { of: ada, items })];
    await issueInvoice(db, early.id);

    expect((await ada.post('/api/user/deletion', { password })).statusCode).toBe(204);
    await work();

    const { rows } = await sql.query(
      `select order_id = $1 as early, document -> 'buyer' ->> 'name' as buyer from invoices
        where order_id in ($1, $2) order by id`,
      [early.id, late.id],
    );
    expect(rows).toEqual([
      { early: true, buyer: 'Wombat Lovelace' },
      { early: false, buyer: 'Deleted customer' },
    ]);
  });
});

describe('invoice numbers', () => {
  test('have no gap after 20 concurrent jobs, one of which is rolled back', async () => {
    const ada = await aShopper();
    const orders = [];
    for (let count = 0; count < 20; count++) orders.push(await anOrder(db, { of: ada, items }));
    const [failing, ...others] = orders.map(({ id }) => id);
    const failed = db.transaction(async (tx) => {
      await issueInvoice(tx, failing ?? '');
      throw new Error('The worker was stopped.');
    });

    const results = await Promise.allSettled([...others.map((id) => issueInvoice(db, id)), failed]);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    await issueInvoice(db, failing ?? '');

    for (const { last, used } of await series()) expect(used).toEqual(upTo(last));
    for (const id of [failing ?? '', ...others]) expect(await invoicesOf(ada, id)).toHaveLength(1);
  });

  test('are taken once by a job that runs twice at the same time', async () => {
    const ada = await aShopper();
    const { id } = await anOrder(db, { of: ada, items });

    await Promise.all([issueInvoice(db, id), issueInvoice(db, id)]);
    await issueInvoice(db, id);

    expect(await invoicesOf(ada, id)).toHaveLength(1);
    for (const { last, used } of await series()) expect(used).toEqual(upTo(last));
  });
});

test('prefix, HSN code and Indian taxes come from the settings at the time of issue', async () => {
  const ada = await aShopper();
  const before = await anOrder(db, { of: ada, items });
  await issueInvoice(db, before.id);
  const settings = (await admin.get('/api/admin/settings')).json();
  const saved = await admin.put('/api/admin/settings', {
    ...settings,
    legalName: 'Glint Jewels LLP',
    country: 'India',
    region: 'Maharashtra',
    taxNumber: '27AAPFU0939F1ZV',
    invoicePrefix: 'glint',
    hsnCode: '7117',
  });
  expect(saved.json()).toMatchObject({ invoicePrefix: 'GLINT', hsnCode: '7117' });

  const orders = [await anOrder(db, { of: ada, items }), await anOrder(db, { of: ada, items })];
  const [near, far] = orders.map(({ id }) => id);
  await sql.query('update orders set shipping_address = shipping_address || $2 where id = $1', [
    near,
    { state: 'maharashtra', country: 'India' },
  ]);
  const documents = [];
  for (const id of [before.id, near ?? '', far ?? '']) {
    await issueInvoice(db, id);
    const [invoice] = await invoicesOf(ada, id);
    documents.push(await documentOf(ada, id, invoice?.id));
  }

  expect(documents).toMatchObject([
    { number: expect.stringMatching(/^INV-/), seller: { isGst: false }, taxes: [{ kind: 'tax' }] },
    {
      number: expect.stringMatching(/^GLINT-\d{4}-000001$/),
      seller: { name: 'Glint Jewels LLP', isGst: true, taxNumber: '27AAPFU0939F1ZV' },
      placeOfSupply: 'maharashtra',
      lines: [{ hsn: '7117' }],
      taxes: [{ kind: 'cgst' }, { kind: 'sgst' }],
    },
    {
      number: expect.stringMatching(/^GLINT-\d{4}-000002$/),
      placeOfSupply: 'United Kingdom',
      taxes: [{ kind: 'igst' }],
    },
  ]);

  await admin.put('/api/admin/settings', { ...saved.json<object>(), country: 'Germany' });
  const { id } = await anOrder(db, { of: ada, items });
  await issueInvoice(db, id);
  const [last] = await invoicesOf(ada, id);
  expect(await documentOf(ada, id, last?.id)).toMatchObject({ placeOfSupply: '', lines: [{ hsn: '' }] });
});
