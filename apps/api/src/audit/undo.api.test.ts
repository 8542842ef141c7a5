import { randomUUID } from 'node:crypto';
import { UNDO_PERMISSIONS } from '@shop/contracts/audit/constants';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { adminProductMessages as productMessages } from '@shop/contracts/catalog/admin-messages';
import { discountCodeMessages } from '@shop/contracts/discounts/admin-messages';
import { describe, expect, test } from 'vitest';
import { eraseCollection } from '#catalog/collections/refresh.ts';
import { PASSWORD } from '#test/builders/account.ts';
import { aVariant } from '#test/builders/cart.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { createTestStore } from '#test/test-store.ts';
import { UNDO_TABLE } from '../undo.ts';

const shop = await createTestStore();
const { sql, aProduct, aShopper, anAdmin, work } = shop;
const owner = await anAdmin({ password: PASSWORD });
// Creates the category and the brand of the test products.
await aProduct();

const keyed = () => ({ 'idempotency-key': randomUUID() });
const undo = (entryId: string, body: object = {}, by = owner, headers = keyed()) =>
  by.post(`/api/admin/audit-log/${entryId}/undo`, body, headers);
const read = async (url: string) => (await owner.get(url)).json();
/** The newest entry about a record. */
async function newestEntry(entityId: string): Promise<{ id: string; action: string; undo: string; verb: string }> {
  const [entry] = await read(`/api/admin/audit-log?entityId=${entityId}`);
  return entry;
}
const entryOf = async (entityId: string) => (await newestEntry(entityId)).id;

const RING = {
  name: 'Moon Ring',
  description: 'A ring.',
  price: 12.5,
  category: 'Curiosities',
  brand: 'House of Tests',
  images: ['https://images.example.com/ring.jpg'],
};
const TERMS = {
  title: 'Ten off',
  description: '',
  percent: 10,
  startsAt: null,
  endsAt: '2030-01-01T00:00:00Z',
  usageLimit: null,
  perUserLimit: null,
};
const aDiscountCode = async () =>
  (
    await owner.post('/api/admin/discount-codes', { code: `U-${randomUUID()}`.slice(0, 30).toUpperCase(), ...TERMS })
  ).json();
const aReview = async () => {
  const { rows } = await sql.query(
    `insert into reviews (product_id, user_name, rating_halves, comment)
     values ($1, 'Ada', 9, 'It sparkles.') returning id`,
    [(await aVariant(shop)).productId],
  );
  return String(rows[0].id);
};
const settings = () => read('/api/admin/settings');
const saveSettings = async (change: object) => owner.put('/api/admin/settings', { ...(await settings()), ...change });
const aPage = async () =>
  (
    await owner.post('/api/admin/pages', {
      slug: `page-${randomUUID()}`,
      title: 'Gifts',
      description: '',
      body: 'We wrap gifts.',
    })
  ).json();
const text = (body: string, version: number) => ({ title: 'Gifts', description: '', body, version });
const GIFTS = { name: 'Gifts', kind: 'manual', sort: 'manual', status: 'draft' };
const aCollection = async () => (await owner.post('/api/admin/collections', GIFTS)).json();
const editCollection = async (id: string, change: object) => {
  const current = await read(`/api/admin/collections/${id}`);
  const { productCount: _c, refreshing: _r, createdAt: _a, updatedAt: _u, id: _i, ...fields } = current;
  return owner.put(`/api/admin/collections/${id}`, { ...fields, ...change });
};
async function expectUndone(entityId: string) {
  const entryId = await entryOf(entityId);
  const response = await undo(entryId);
  expect(response.statusCode, response.body).toBe(200);
  expect((await newestEntry(entityId)).verb).toMatch(/^undid /);
  const entries: { id: string; undo: string }[] = await read(`/api/admin/audit-log?entityId=${entityId}`);
  expect(entries.find(({ id }) => id === entryId)).toMatchObject({ undo: 'done' });
}

test('every action that can be undone has a function for its entity type', () => {
  const entities = Object.keys(UNDO_PERMISSIONS).map((action) => action.split('.')[0] ?? '');

  expect(new Set(entities)).toEqual(new Set(Object.keys(UNDO_TABLE)));
});

describe('an undo from the audit log restores', () => {
  test('a deleted product', async () => {
    const { id } = await aProduct();
    await owner.delete(`/api/products/${id}`);

    await expectUndone(id);

    expect(await read(`/api/admin/products/${id}`)).toMatchObject({ status: 'published' });
  });

  test('the terms of a discount code, whether it is active, and deactivates a new one', async () => {
    const code = await aDiscountCode();
    const path = `/api/admin/discount-codes/${code.id}`;
    await owner.put(path, { ...TERMS, percent: 20 });

    await expectUndone(code.id);
    expect(await read(path)).toMatchObject({ percent: 10, active: true });
    await owner.put(`${path}/active`, { active: false });
    await expectUndone(code.id);
    expect(await read(path)).toMatchObject({ active: true });

    const other = await aDiscountCode();
    await expectUndone(other.id);
    expect(await read(`/api/admin/discount-codes/${other.id}`)).toMatchObject({ active: false });
  });

  test('store settings', async () => {
    const { standardShipping } = await settings();
    await saveSettings({ standardShipping: standardShipping + 1 });

    await expectUndone('store');

    expect(await settings()).toMatchObject({ standardShipping });
  });

  test('the status of a review', async () => {
    const id = await aReview();
    const { rows } = await sql.query('select status from reviews where id = $1', [id]);
    await owner.put(`/api/admin/reviews/${id}/status`, { status: 'rejected' });

    await expectUndone(id);

    expect((await sql.query('select status from reviews where id = $1', [id])).rows).toEqual(rows);
  });

  test('a role, with the password of an owner', async () => {
    const sam = await anAdmin({ role: 'support' });
    await owner.put(`/api/admin/customers/${sam.id}/role`, { role: 'manager', password: PASSWORD });
    const entry = await entryOf(sam.id);

    expect((await undo(entry)).json()).toMatchObject({ status: 422, code: 'wrong_password' });
    expect((await undo(entry, { password: PASSWORD })).statusCode).toBe(200);

    expect(await read(`/api/admin/customers/${sam.id}`)).toMatchObject({ role: 'support' });
  });

  test('a draft, a publication and a deletion of a page, and removes a new one', async () => {
    const { id } = await aPage();
    const path = `/api/admin/pages/${id}`;
    await owner.put(`${path}/draft`, text('We wrap all gifts.', 1));
    await expectUndone(id);
    expect(await read(path)).toMatchObject({ draft: { body: 'We wrap gifts.' }, published: null });

    await owner.post(`${path}/versions`, { version: 3 });
    await expectUndone(id);
    expect(await read(path)).toMatchObject({ draft: { body: 'We wrap gifts.' }, published: null });

    await owner.post(`${path}/versions`, { version: 5 });
    await owner.put(`${path}/draft`, text('We wrap all gifts.', 6));
    await owner.delete(path);
    await expectUndone(id);
    expect(await read(path)).toMatchObject({
      draft: { body: 'We wrap all gifts.' },
      published: { number: 1, body: 'We wrap gifts.' },
    });

    const { id: added } = await aPage();
    await expectUndone(added);
    expect((await owner.get(`/api/admin/pages/${added}`)).statusCode).toBe(404);
  });

  test('a built-in page, which is to be reviewed again', async () => {
    const { rows } = await sql.query('select id, version from pages where built_in order by slug limit 1');
    const [{ id, version }] = rows;
    await sql.query('update pages set reviewed_at = null where id = $1', [id]);
    await owner.put(`/api/admin/pages/${id}/draft`, text('Our own text.', version));
    await owner.post(`/api/admin/pages/${id}/versions`, { version: version + 1 });

    await expectUndone(id);

    expect(await read(`/api/admin/pages/${id}`)).toMatchObject({
      draft: { body: 'Our own text.' },
      published: { number: 0 },
      reviewedAt: null,
    });
  });

  test('fields and products of a collection, and the whole one after a deletion', async () => {
    const [{ id }, product] = [await aCollection(), await aProduct()];
    const path = `/api/admin/collections/${id}`;
    await editCollection(id, { name: 'Presents' });
    await expectUndone(id);
    expect(await read(path)).toMatchObject({ name: 'Gifts' });

    await owner.put(`${path}/products`, { productIds: [product.id], version: 3 });
    await expectUndone(id);
    expect(await read(`${path}/products`)).toEqual([]);

    await owner.put(`${path}/products`, { productIds: [product.id], version: 5 });
    await owner.delete(path);
    expect((await undo(await entryOf(id))).json()).toMatchObject({ status: 409, message: undoMessages.stillDeleting });
    await work();
    await expectUndone(id);
    expect(await read(path)).toMatchObject({ name: 'Gifts', productCount: '1' });

    // As after a crash of the worker between its last statement and the end of the job.
    await eraseCollection(shop.db, id);
    expect(await read(path)).toMatchObject({ name: 'Gifts', productCount: '1' });
  });

  test('the products of a collection without those deleted since', async () => {
    const [{ id }, kept, removed] = [await aCollection(), await aProduct(), await aProduct()];
    const path = `/api/admin/collections/${id}/products`;
    await owner.put(path, { productIds: [removed.id, kept.id], version: 1 });
    await owner.put(path, { productIds: [], version: 2 });
    await owner.delete(`/api/products/${removed.id}`);

    await expectUndone(id);

    expect(await read(path)).toMatchObject([{ id: kept.id }]);
  });
});

describe('an undo from the audit log is rejected', () => {
  test('if the same field was changed since, and names the field', async () => {
    const code = await aDiscountCode();
    await owner.put(`/api/admin/discount-codes/${code.id}`, { ...TERMS, percent: 20 });
    const entry = await entryOf(code.id);
    await owner.put(`/api/admin/discount-codes/${code.id}`, { ...TERMS, percent: 30 });

    const response = await undo(entry);

    expect(response.json()).toMatchObject({ status: 409, message: undoMessages.conflict(['Discount']) });
    expect(await newestEntry(code.id)).toMatchObject({ action: 'discount_code.save', undo: 'possible' });
  });

  test('if a page was edited since, or a product that was just added', async () => {
    const { id } = await aPage();
    await owner.put(`/api/admin/pages/${id}/draft`, text('Two.', 1));
    const entry = await entryOf(id);
    await owner.put(`/api/admin/pages/${id}/draft`, text('Three.', 2));

    expect((await undo(entry)).json()).toMatchObject({ status: 409, code: 'undo_conflict' });

    const ring = { ...RING, slug: `ring-${randomUUID()}` };
    const product = (await owner.post('/api/products', ring)).json();
    const addition = await entryOf(product.id);
    await owner.put(`/api/products/${product.id}`, { ...ring, price: 13 });
    expect((await undo(addition)).json()).toMatchObject({ status: 409, message: undoMessages.conflict(['Price']) });
    await expectUndone(product.id);
    expect(await read(`/api/admin/products/${product.id}`)).toMatchObject({ price: 12.5 });
    expect((await undo(addition)).statusCode).toBe(200);
    expect(await read(`/api/admin/products/${product.id}`)).toMatchObject({ status: 'deleted' });
  });

  test('if it is about a page as it was before it was deleted and restored', async () => {
    const { id } = await aPage();
    const path = `/api/admin/pages/${id}`;
    const creation = await entryOf(id);
    await owner.put(`${path}/draft`, text('Two.', 1));
    const draft = await entryOf(id);
    await owner.delete(path);
    await expectUndone(id);

    expect((await undo(creation)).json()).toMatchObject({ status: 409, code: 'undo_conflict' });
    await owner.put(`${path}/draft`, text('Three.', 1));
    expect((await undo(draft)).json()).toMatchObject({ status: 409, code: 'undo_conflict' });
    expect(await read(path)).toMatchObject({ draft: { body: 'Three.' } });
  });

  test('the second time, also concurrently; a repeated request gets the first response', async () => {
    const code = await aDiscountCode();
    await owner.put(`/api/admin/discount-codes/${code.id}/active`, { active: false });
    const entry = await entryOf(code.id);
    const sameKey = keyed();

    const responses = await Promise.all([undo(entry, {}, owner, sameKey), undo(entry), undo(entry)]);
    const winner = responses.findIndex(({ statusCode }) => statusCode === 200);

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    expect((await undo(entry)).json()).toMatchObject({ status: 409, message: undoMessages.already });
    expect((await undo(entry, {}, owner, sameKey)).statusCode).toBe(winner === 0 ? 200 : 409);
    expect(await read(`/api/admin/discount-codes/${code.id}`)).toMatchObject({ active: true });
  });

  test('without the permission of the action', async () => {
    const code = await aDiscountCode();
    const [rita, maya] = [await anAdmin({ role: 'read-only' }), await anAdmin({ role: 'manager' })];
    const { standardShipping } = await settings();
    await saveSettings({ standardShipping: standardShipping + 2 });

    expect((await undo(await entryOf(code.id), {}, rita)).statusCode).toBe(403);
    expect((await undo(await entryOf('store'), {}, maya)).statusCode).toBe(403);
    expect((await undo(await entryOf(code.id), {}, maya)).statusCode).toBe(200);
  });

  test('after 30 days, for other actions and for unknown entries', async () => {
    const code = await aDiscountCode();
    const entry = await entryOf(code.id);
    await sql.query(`update audit_log set created_at = now() - interval '30 days 1 second' where id = $1`, [entry]);
    const customer = await aShopper();
    await owner.delete(`/api/admin/customers/${customer.id}/sessions`);

    expect((await undo(entry)).json()).toMatchObject({ status: 409, message: undoMessages.expired });
    expect((await undo(await entryOf(customer.id))).json()).toMatchObject({ status: 409, code: 'not_undoable' });
    expect((await undo(UNKNOWN_ID)).statusCode).toBe(404);
  });

  test('if what it restores would contradict a later change', async () => {
    const code = await aDiscountCode();
    const path = `/api/admin/discount-codes/${code.id}`;
    const november = { ...TERMS, startsAt: '2029-11-01T00:00:00Z', endsAt: '2029-12-01T00:00:00Z' };
    await owner.put(path, november);
    await owner.put(path, { ...november, endsAt: '2030-03-01T00:00:00Z' });
    const extension = await entryOf(code.id);
    await owner.put(path, { ...november, startsAt: '2030-02-01T00:00:00Z', endsAt: '2030-03-01T00:00:00Z' });
    expect((await undo(extension)).json()).toMatchObject({ status: 409, message: discountCodeMessages.endsTooSoon });

    const ring = { ...RING, slug: `ring-${randomUUID()}` };
    const product = (await owner.post('/api/products', ring)).json();
    await owner.put(`/api/products/${product.id}`, { ...ring, price: 20 });
    const raise = await entryOf(product.id);
    await owner.put(`/api/products/${product.id}`, { ...ring, price: 20, salePrice: 15 });
    expect((await undo(raise)).json()).toMatchObject({ status: 409, message: productMessages.salePriceTooHigh });
    expect(await read(`/api/admin/products/${product.id}`)).toMatchObject({ price: 20, salePrice: 15 });
  });

  test('if the currency and its rate would not fit each other', async () => {
    await saveSettings({ paymentCurrency: 'USD', paymentRate: 1 });
    await saveSettings({ paymentCurrency: 'INR' });
    const entry = await entryOf('store');
    await saveSettings({ paymentRate: 84 });

    expect((await undo(entry)).json()).toMatchObject({ status: 409, code: 'undo_conflict' });
  });

  test('if it would leave the store without an owner', async () => {
    await sql.query(`update users set role = 'customer' where role in ('admin', 'owner') and id <> $1`, [owner.id]);
    const { rows } = await sql.query(
      `insert into audit_log (actor_user_id, action, entity, entity_id, before, after)
       values ($1, 'customer.role', 'customer', $2, '{"role": "customer"}', '{"role": "admin"}') returning id`,
      [owner.id, owner.id],
    );

    const response = await undo(rows[0].id, { password: PASSWORD });

    expect(response.json()).toMatchObject({ status: 409, code: 'last_owner' });
  });
});
