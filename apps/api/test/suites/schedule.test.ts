import { parseCrontab } from 'graphile-worker';
import { expect, test } from 'vitest';
import { CRONTAB, taskList } from '#tasks.ts';
import { createTestStore } from '#test/test-store.ts';

const { sql, db, log, provider, redis, disk, config, work } = await createTestStore();
const { publicOrigin, authSecret, erasuresDir } = config;
const mailer = { send: async () => {}, close: () => {} };
const SCHEDULED = parseCrontab(CRONTAB);

async function run(task: string) {
  await sql.query('select graphile_worker.add_job($1)', [task]);
  await work();
}

test('every scheduled task exists, and has one job at most with a limit of attempts', () => {
  const tasks = taskList({ db, log, mailer, provider, redis, disk, publicOrigin, authSecret, erasuresDir });

  expect(SCHEDULED.length).toBeGreaterThan(20);
  for (const { task, options } of SCHEDULED) {
    expect(tasks).toHaveProperty(task);
    expect(options).toMatchObject({ jobKey: task });
    expect(options.maxAttempts).toBeLessThanOrEqual(8);
  }
});

test('jobs of payments that wait for hours are due within two minutes after the scheduled task', async () => {
  await sql.query("select graphile_worker.add_job('refund_payment', '{}', run_at => now() + interval '5 hours')");
  await run('cap_payment_retry_delay');

  const { rows } = await sql.query(
    "select run_at < now() + interval '3 minutes' as soon from graphile_worker.jobs where task_identifier = 'refund_payment'",
  );
  expect(rows).toEqual([{ soon: true }]);
  await sql.query('select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs');
});

test('words of the search and values of filters are counted by scheduled tasks', async () => {
  await sql.query('update search_words set in_descriptions = 777');
  await sql.query("update products set status = 'draft' where status = 'published'");
  await sql.query("update products set status = 'published' where status = 'draft'");
  const counts = async () => {
    const { rows } = await sql.query(
      `select exists (select from search_words where in_descriptions = 777) as "oldWords",
              exists (select from facet_changes) as "oldFilters"`,
    );
    return rows[0];
  };
  expect(await counts()).toEqual({ oldWords: true, oldFilters: true });

  await run('count_search_words');
  await run('refresh_facets');

  expect(await counts()).toEqual({ oldWords: false, oldFilters: false });
});

test('daily jobs that were missed are run later, others are not', () => {
  const late = SCHEDULED.filter(({ options }) => options.backfillPeriod > 0).map(({ task }) => task);

  expect(late).toContain('check_all_invariants');
  expect(late).toContain('compare_payments');
  expect(late).not.toContain('check_invariants');
  expect(late).not.toContain('delete_expired_sessions');
});

test('a scheduled task that fails at every turn has one job in the queue', async () => {
  const { options } = SCHEDULED.find(({ task }) => task === 'check_invariants') ?? {};
  const turn = () =>
    sql.query(`select graphile_worker.add_job('check_invariants', job_key => $1, max_attempts => $2)`, [
      options?.jobKey,
      options?.maxAttempts,
    ]);
  await sql.query('alter table invariant_violations rename to invariant_violations_away');
  for (let turns = 0; turns < 5; turns += 1) {
    await turn();
    await work();
  }

  const { rows } = await sql.query(
    `select attempts::int, last_error is not null as failed from graphile_worker._private_jobs where key = 'check_invariants'`,
  );
  expect(rows).toEqual([{ attempts: 1, failed: true }]);
  await sql.query('alter table invariant_violations_away rename to invariant_violations');
});
