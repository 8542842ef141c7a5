import { randomUUID } from 'node:crypto';
import { staffMessages } from '@shop/contracts/common/messages';
import { deletedAccountTexts } from '@shop/contracts/identity/account-messages';
import { expect, test } from 'vitest';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { createTestStore } from '#test/test-store.ts';

const shop = await createTestStore();
const { db, sql, aShopper, anAdmin } = shop;
const password = 'a long enough password';
const owner = await anAdmin();
const keyed = () => ({ 'idempotency-key': randomUUID() });
const { formerStaffMember } = staffMessages;

async function orderOf(person: { id: string }) {
  const { variantId, productId } = await aVariant(shop);
  return { ...(await anOrder(db, { of: person, items: [{ variantId, quantity: 1 }] })), productId, variantId };
}

test('a staff member whose account is deleted is named as former staff wherever their work is shown', async () => {
  const grace = await anAdmin({ name: 'Grace', password });
  const { id, productId, variantId } = await orderOf(await aShopper());
  const { rows: tickets } = await sql.query(
    `insert into support_tickets (name, email, subject) values ('Ada', 'ada@example.com', 'A ring') returning id`,
  );
  const csv = Buffer.from('Slug,Price\nmoon-ring,12.50');
  const type = { 'content-type': 'text/csv' };
  await grace.put(`/api/orders/${id}/status`, { status: 'processing' }, keyed());
  await grace.post(`/api/admin/orders/${id}/notes`, { body: 'Packed.' }, keyed());
  await grace.post(`/api/admin/tickets/${tickets[0].id}/messages`, { message: 'It does.' }, keyed());
  await grace.post('/api/admin/product-imports?name=rings.csv', csv, { ...keyed(), ...type });
  await grace.post('/api/admin/stock', { variantId, delta: -1, reason: 'Damaged' }, keyed());

  await grace.post('/api/user/deletion', { password });

  const read = async (url: string) => (await owner.get(url)).json();
  const { timeline, notes } = await read(`/api/admin/orders/${id}`);
  const [entry] = await read(`/api/admin/audit-log?entity=order&entityId=${id}`);
  const { activity } = await read('/api/admin/dashboard');
  const { messages } = await read(`/api/admin/tickets/${tickets[0].id}`);
  const [upload] = await read('/api/admin/product-imports');
  const [change] = await read(`/api/admin/products/${productId}/history`);
  expect(timeline.at(-1)).toMatchObject({ to: 'processing', by: 'admin', name: formerStaffMember });
  expect(notes).toMatchObject([{ author: formerStaffMember }]);
  expect(entry.actor).toEqual({ id: grace.id, name: formerStaffMember, email: null });
  expect(activity[0]).toMatchObject({ action: 'stock.adjust', who: formerStaffMember, bySystem: false });
  expect(messages.at(-1)).toMatchObject({ fromStaff: true, author: formerStaffMember });
  expect(upload).toMatchObject({ who: formerStaffMember });
  expect(change).toMatchObject({ who: formerStaffMember });
});

test('a customer whose account is deleted is still named as a customer in the timeline of their order', async () => {
  const ada = await aShopper({ password });
  const { id } = await orderOf(ada);
  await ada.post(`/api/orders/${id}/cancellation`, undefined, keyed());

  await ada.post('/api/user/deletion', { password });

  const { timeline, customer } = (await owner.get(`/api/admin/orders/${id}`)).json();
  expect(timeline.at(-1)).toMatchObject({ to: 'cancelled', by: 'customer', name: deletedAccountTexts.name });
  expect(customer).toBe(deletedAccountTexts.name);
});
