import { type Job, runOnce } from 'graphile-worker';
import { expect, test } from 'vitest';
import { count } from '#platform/database/sql.ts';
import { createTestStore } from '#test/test-store.ts';
import { queueLogger } from './queue-logger.ts';

test('the worker logs id, task and trace of a job that succeeds or fails, never its payload', async () => {
  const lines: string[] = [];
  const { sql, log, db } = await createTestStore({ log: (line) => lines.push(line) });
  const { rows } = await sql.query<Pick<Job, 'id'>>(
    `select id::text from (values ('hums'), ('breaks')) tasks (name),
            graphile_worker.add_job(name, $1, max_attempts => 1)`,
    [{ email: 'ada@example.com', meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } }],
  );

  await runOnce({
    pgPool: sql,
    taskList: {
      hums: () => {},
      breaks: async (payload) => {
        await db.run(count('test.fail')`select ${JSON.stringify(payload)} from nowhere`);
      },
    },
    noHandleSignals: true,
    logger: queueLogger(log),
  });

  const jobLines = lines.filter((line) => line.includes('"jobId"')).map((line) => JSON.parse(line));
  expect(jobLines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ jobId: rows[0]?.id, task: 'hums', traceId: '0af7651916cd43dd8448eb211c80319c' }),
      expect.objectContaining({ jobId: rows[1]?.id, task: 'breaks', attempt: 1, err: expect.anything() }),
    ]),
  );
  expect(lines.join('')).not.toContain('ada@example.com');
});
