import { expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql, anAdmin } = await createTestStore();
const maya = await anAdmin({ role: 'manager' });

/** Until so many statements of this database wait for a lock. */
async function untilWaiting(count: number) {
  for (;;) {
    const { rows } = await sql.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
  }
}

test('a save that waits for a publication gets a conflict, although its text is the one published before', async () => {
  const first = { title: 'Care', description: '', body: 'First text.' };
  const { id } = (await maya.post('/api/admin/pages', { slug: 'care', ...first })).json();
  const path = `/api/admin/pages/${id}`;
  await maya.post(`${path}/versions`, { version: 1 });
  await maya.put(`${path}/draft`, { ...first, body: 'Second text.', version: 2 });
  const lock = await sql.connect();
  await lock.query('begin');
  await lock.query('select from pages where id = $1 for update', [id]);

  const publication = Promise.resolve(maya.post(`${path}/versions`, { version: 3 }));
  await untilWaiting(1);
  const save = Promise.resolve(maya.put(`${path}/draft`, { ...first, version: 3 }));
  await untilWaiting(2);
  await lock.query('rollback');
  lock.release();

  expect((await publication).json().published.body).toBe('Second text.');
  const saved = await save;
  expect([saved.statusCode, saved.json().code]).toEqual([409, 'page_conflict']);
});
