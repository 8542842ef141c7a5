import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { guest, sql, aProduct } = await createTestStore();

test('the home page says whether the store has a published product', async () => {
  await sql.query(`update products set status = 'draft'`);
  expect((await guest.get('/api/home')).json().hasProducts).toBe(false);

  await aProduct();
  expect((await guest.get('/api/home')).json().hasProducts).toBe(true);
});
