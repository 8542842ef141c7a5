import { systemMessages } from '@shop/contracts/system/messages';
import { describe, expect, test } from 'vitest';
import { createTestStore } from '#test/test-store.ts';

const { sql, aProduct, anAdmin, work } = await createTestStore();
const owner = await anAdmin({ email: 'owner@example.com' });

describe('the audit log', () => {
  const listEntries = async (query: string) => (await owner.get(`/api/admin/audit-log?${query}`)).json();
  const write = async (entity: string, day: string, actor: string | null) => {
    await sql.query(
      `insert into audit_log (id, actor_user_id, action, entity, entity_id, before, after, created_at)
       values ((lpad(to_hex((extract(epoch from $2::timestamptz) * 1000)::bigint), 12, '0')
                || substr(replace(gen_random_uuid()::text, '-', ''), 13))::uuid,
               $3, $1 || '.change', $1, 'one', '{"size": 1}', '{"size": 2}', $2)`,
      [entity, `${day}T23:59:59Z`, actor],
    );
  };

  test('AOTH-007 shows actor, action and time, and the values before and after', async () => {
    const other = await anAdmin({ name: 'Grace', email: 'grace@example.com' });
    await write('vase', '2026-03-05', other.id);
    await write('vase', '2026-03-06', owner.id);
    await write('bowl', '2026-03-06', null);

    const days = async (query: string) =>
      (await listEntries(query)).map(({ createdAt }: { createdAt: string }) => createdAt.slice(0, 10));

    expect((await listEntries('who=Grace@example.com'))[0]).toMatchObject({
      actor: { name: 'Grace', email: 'grace@example.com' },
      action: 'vase.change',
      verb: 'vase change',
      changes: [{ label: 'Size', before: '1', after: '2' }],
      undo: 'none',
    });
    expect(await days('entity=vase')).toEqual(['2026-03-06', '2026-03-05']);
    expect(await days('entity=vase&from=2026-03-06')).toEqual(['2026-03-06']);
    expect(await days('entity=vase&to=2026-03-05')).toEqual(['2026-03-05']);
    expect(await days('entity=vase&from=1969-12-31&to=2026-03-05')).toEqual(['2026-03-05']);
    expect(await days('entity=vase&entityId=one&who=owner@example.com')).toEqual(['2026-03-06']);
    expect((await listEntries('entity=bowl'))[0]).toMatchObject({ actor: null });
    expect(await listEntries('who=unknown@example.com')).toEqual([]);
    expect((await owner.get('/api/admin/audit-log?from=soon')).statusCode).toBe(422);
  });

  test('has the fields that the web app of the previous release requires, without whole texts', async () => {
    const { id } = (
      await owner.post('/api/admin/pages', { slug: 'care', title: 'Care', description: '', body: 'Keep it dry.' })
    ).json();
    await owner.delete(`/api/admin/pages/${id}`);

    const [entry] = await listEntries(`entity=page&entityId=${id}`);

    expect(entry).toMatchObject({
      before: { slug: 'care', title: 'Care', snapshot: null },
      after: null,
      requestId: expect.any(String),
      undo: 'possible',
    });
  });

  test('names and links the records of a page, and keeps the name of a deleted one', async () => {
    const { id: productId } = await aProduct({ name: 'Moon Ring' });
    const { id: pageId } = (
      await owner.post('/api/admin/pages', { slug: 'gifts', title: 'Gifts', description: '', body: 'We wrap gifts.' })
    ).json();
    await owner.delete(`/api/admin/pages/${pageId}`);
    await owner.delete(`/api/products/${productId}`);

    const [product] = await listEntries(`entity=product&entityId=${productId}`);
    const [page] = await listEntries(`entity=page&entityId=${pageId}`);

    expect(product).toMatchObject({
      verb: 'deleted the product',
      title: 'Moon Ring',
      href: `/admin/products/edit/${productId}`,
      changes: [{ label: 'Status', before: 'Published', after: 'Deleted' }],
      undo: 'possible',
    });
    expect(page).toMatchObject({ verb: 'deleted the page', title: 'Gifts', href: null });
  });

  test('offers no undo to staff without the permission of the action', async () => {
    const { id } = await aProduct();
    await owner.delete(`/api/products/${id}`);
    const rita = await anAdmin({ role: 'read-only' });

    const [entry] = (await rita.get(`/api/admin/audit-log?entity=product&entityId=${id}`)).json();

    expect(entry).toMatchObject({ action: 'product.delete', undo: 'none' });
  });

  test('is paginated', async () => {
    for (let i = 0; i < 51; i += 1) await write('leaf', '2026-04-01', null);

    const first = await owner.get('/api/admin/audit-log?entity=leaf');
    const [, next = ''] = /<(.+)>; rel="next"/.exec(String(first.headers.link)) ?? [];

    expect(first.json()).toHaveLength(50);
    expect((await owner.get(next)).json()).toHaveLength(1);
  });
});

describe('the system page', () => {
  const report = async () => (await owner.get('/api/admin/system')).json();
  const aFailedJob = async () => {
    const { rows } = await sql.query<{ id: string }>(
      `select id::text from graphile_worker.add_job('check_invariants', '{"secret": "open sesame"}')`,
    );
    const id = rows[0]?.id ?? '';
    await sql.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'It broke.' where id = $1`,
      [id],
    );
    return id;
  };

  test('shows versions, the job queue and the results of the last data integrity check', async () => {
    await sql.query(`select graphile_worker.add_job('check_invariants')`);
    await sql.query(`select graphile_worker.add_job('unknown_task', run_at => now() + interval '1 day')`);
    await work();

    const shown = await report();

    expect(shown).toMatchObject({
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+/),
      schema: expect.stringMatching(/^\d{4}_/),
      queue: { byTask: expect.arrayContaining([{ task: 'unknown_task', jobs: 1 }]) },
      checkedAt: expect.any(String),
    });
    expect(shown.rules).toContainEqual({
      id: 'I02',
      rule: 'Available, reserved and sold units add up to units received',
      violations: 0,
    });
    expect(shown.rules.every(({ id, rule }: { id: string; rule: string }) => rule !== id)).toBe(true);
  });

  test('retries a failed job once', async () => {
    const id = await aFailedJob();
    expect((await report()).failedJobs).toContainEqual(expect.objectContaining({ id, error: 'It broke.' }));
    expect(JSON.stringify(await report())).not.toContain('open sesame');

    const responses = [
      await owner.post(`/api/admin/system/jobs/${id}/retry`),
      await owner.post(`/api/admin/system/jobs/${id}/retry`),
    ];
    await work();

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([204, 404]);
    expect(responses[1]?.json().message).toBe(systemMessages.jobNotFound);
    expect((await sql.query('select from graphile_worker.jobs where id = $1', [id])).rowCount).toBe(0);
  });

  test('removes a failed job, but not one with attempts left', async () => {
    const id = await aFailedJob();
    const { rows } = await sql.query<{ id: string }>(`select id::text from graphile_worker.add_job('unknown_task')`);

    expect((await owner.delete(`/api/admin/system/jobs/${id}`)).statusCode).toBe(204);
    expect((await owner.delete(`/api/admin/system/jobs/${rows[0]?.id}`)).statusCode).toBe(404);
    expect((await owner.delete('/api/admin/system/jobs/1;drop')).statusCode).toBe(422);
    expect((await sql.query('select from graphile_worker.jobs where id = $1', [id])).rowCount).toBe(0);
  });
});
