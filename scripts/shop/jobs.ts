import { parseArgs } from 'node:util';
import { toIso } from '../../apps/api/src/platform/timestamps.ts';
import { listFailedJobs, retryJob } from '../../apps/api/src/system/service.ts';
import { withDatabase } from './connection.ts';

export async function runJobs(args: string[]) {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const [action, id = ''] = positionals;
  if (action === undefined) return listJobs();
  if (action !== 'retry' || !/^\d{1,18}$/.test(id) || positionals.length > 2)
    throw new Error('Use `npm run shop -- jobs` or `npm run shop -- jobs retry <id>`.');
  await withDatabase(10_000, (db) => db.transaction((tx) => retryJob(tx, { id: null }, id)));
  console.log(`Job ${id} is queued again.`);
}

async function listJobs() {
  const jobs = await withDatabase(10_000, (db) => db.run(listFailedJobs()));
  for (const { id, task, attempts, at, error } of jobs)
    console.log(`${id}  ${task}  ${attempts} attempts, last ${toIso(at)}: ${error.split('\n')[0]}`);
  if (jobs.length === 0) console.log('There are no failed jobs.');
}
