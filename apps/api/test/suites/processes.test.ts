import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, get, type RequestOptions, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest';
import { aFlakyConnection } from '#test/flaky-connection.ts';
import { freePort } from '#test/network.ts';
import { appSettings } from '#test/sample-database.ts';
import { createTestDatabase } from '#test/test-store.ts';

const databaseUrl = await createTestDatabase();
const sql = new pg.Pool({ connectionString: databaseUrl, max: 1 });
afterAll(() => sql.end());
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(entryPoint: 'server' | 'worker', env: NodeJS.ProcessEnv = {}) {
  const database = entryPoint === 'server' ? appSettings(databaseUrl) : { DATABASE_URL: databaseUrl };
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../src/${entryPoint}.ts`, import.meta.url))], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'test',
      ...database,
      MEDIA_DIR: inject('mediaDir'),
      WORKER_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => output.push(String(text)));
  return { child, printed: () => output.join(''), ended: once(child, 'exit').then(([code]) => code as number | null) };
}

async function startServer(env: NodeJS.ProcessEnv = {}) {
  const port = await freePort();
  const server = run('server', { API_PORT: `${port}`, RATE_LIMIT_FACTOR: '1000', ...env });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitUntil(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok, { timeout: 30_000 });
  return { ...server, url };
}

describe.each(['server', 'worker'] as const)('the %s with a public URL', (entryPoint) => {
  test('does not start with default secrets, whatever NODE_ENV is, and reports each setting', async () => {
    const { printed, ended } = run(entryPoint, { PUBLIC_URL: 'https://shop.example.com', NODE_ENV: undefined });

    expect(await ended).toBe(1);
    const lines = printed().trim().split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      'AUTH_SECRET',
      'RAZORPAY_API_URL',
      'RAZORPAY_KEY_ID',
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
    ]);
    for (const line of lines) expect(line).toMatch(/^[A-Z_]+ must be [^.]*\.$/);
  });
});

describe('the server', () => {
  test('completes all requests on SIGTERM under load, also half-sent ones, and exits with 0', async () => {
    const { child, url, ended } = await startServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 10 });
    const results: (number | string)[] = [];
    let inRotation = true;
    const visitor = async () => {
      while (inRotation) results.push(await visit(`${url}/api/products?limit=5`, { agent }));
    };
    const visitors = Array.from({ length: 10 }, visitor);
    const slow = sendSlowly(`${url}/api/newsletter`, '{"email":"slow@', 'example.com"}');
    await vi.waitUntil(() => results.length > 100, { timeout: 30_000 });

    child.kill('SIGTERM');
    // Like a load balancer, which sends requests until readiness fails.
    await vi.waitUntil(async () => (await visit(`${url}/health/ready`)) === 503, { timeout: 2_000, interval: 10 });
    inRotation = false;
    await Promise.all(visitors);
    await vi.waitUntil(async () => (await visit(`${url}/health/live`)) === 'ECONNREFUSED', { timeout: 5_000 });
    slow.finish();

    expect(await slow.result).toBe(201);
    expect(new Set(results)).toEqual(new Set([200]));
    expect(await ended).toBe(0);
  });

  test('CONST-017 logs a warning when it starts in production with a rate of 1 to another currency', async () => {
    const warning = 'Exchange rate: a price of $1 is charged as 1 INR, which no owner has set or confirmed.';
    /** Level and text of the warning, if a server that starts with this rate and NODE_ENV logs it. */
    const warnings = async (paymentRate: number, NODE_ENV: string) => {
      await sql.query('update store_settings set payment_rate_status = $1, payment_rate = $2', [
        paymentRate === 1 ? 'assumed' : 'confirmed',
        paymentRate,
      ]);
      const { printed } = await startServer({ NODE_ENV, AUTH_SECRET: 'a secret of this test, and of nothing else' });
      const lines = printed().split('\n');
      return lines
        .filter((line) => line.includes(warning))
        .map((line) => JSON.parse(line))
        .map(({ level, msg }) => ({ level, msg }));
    };

    expect(await warnings(1, 'production')).toEqual([{ level: 40, msg: warning }]);
    expect(await warnings(83.2, 'production')).toEqual([]);
    expect(await warnings(1, 'test')).toEqual([]);
  });

  test('does not start on a newer schema that is marked as breaking', async () => {
    await sql.query(
      "insert into schema_migrations (name, run_on, breaking) values ('9999_from_the_future', now(), true)",
    );

    const { ended, printed } = run('server', { API_PORT: '0' });

    expect(await ended).toBe(1);
    expect(printed()).toContain('9999_from_the_future');
    await sql.query("delete from schema_migrations where name = '9999_from_the_future'");
  });

  test('reports an invalid setting by name', async () => {
    const { ended, printed } = run('server', { API_PORT: 'often' });

    expect(await ended).toBe(1);
    expect(printed().trim()).toBe('API_PORT must be a whole number.');
  });

  test('reports the setup command when the database does not exist', async () => {
    const { ended, printed } = run('server', { DATABASE_URL: databaseUrl.replace(/[^/]*$/, 'no_such_database') });

    expect(await ended).toBe(1);
    expect(printed()).toContain('The database no_such_database does not exist yet. Create it with `npm run setup`.');
  });

  test('starts without Redis, and waits for a database that is still starting', async () => {
    const { hostname, port } = new URL(databaseUrl);
    const connection = await aFlakyConnection(hostname, Number(port || 5432));
    connection.cut();
    const waiting = startServer({
      DATABASE_URL: databaseUrl.replace(/@[^/]*/, `@127.0.0.1:${connection.port}`),
      REDIS_URL: 'redis://127.0.0.1:1/0',
    });
    await connection.refused();
    connection.restore();

    const { url } = await waiting;

    expect((await fetch(`${url}/api/products`)).status).toBe(200);
    await connection.close();
  });
});

describe('the worker', () => {
  const anOldSession = async () => {
    const { rows } = await sql.query<{ id: string }>(
      `with person as (insert into users (name, email) values ('Ada', gen_random_uuid() || '@example.com') returning id)
       insert into sessions (user_id, token, expires_at) select id, gen_random_uuid(), now() - interval '2 days' from person
       returning id`,
    );
    return rows[0]?.id;
  };
  const isGone = (id: string | undefined) => async () =>
    (await sql.query('select from sessions where id = $1', [id])).rowCount === 0;

  test('runs jobs, resumes after a PostgreSQL outage, and exits with 0 on SIGTERM', async () => {
    const { hostname, port } = new URL(databaseUrl);
    const connection = await aFlakyConnection(hostname, Number(port || 5432));
    const { child, ended } = run('worker', {
      DATABASE_URL: databaseUrl.replace(/@[^/]*/, `@127.0.0.1:${connection.port}`),
    });
    const first = await anOldSession();
    await sql.query("select graphile_worker.add_job('delete_expired_sessions')");
    await vi.waitUntil(isGone(first), { timeout: 30_000 });

    connection.cut();
    await connection.refused();
    connection.restore();
    const second = await anOldSession();
    await sql.query("select graphile_worker.add_job('delete_expired_sessions')");
    await vi.waitUntil(isGone(second), { timeout: 30_000 });

    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await connection.close();
  });

  test('survives a connection lost while a job runs, and runs the job again', async () => {
    const { hostname, port } = new URL(databaseUrl);
    const connection = await aFlakyConnection(hostname, Number(port || 5432));
    const { child, ended } = run('worker', {
      DATABASE_URL: databaseUrl.replace(/@[^/]*/, `@127.0.0.1:${connection.port}`),
    });
    const first = await anOldSession();
    // The job waits for this lock, so that the connection is cut while it runs.
    const blocker = new pg.Client({ connectionString: databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table sessions in exclusive mode');
    const { rows } = await sql.query("select (graphile_worker.add_job('delete_expired_sessions')).id");
    const jobId = rows[0].id;
    const isLocked = async () =>
      (await sql.query('select from graphile_worker._private_jobs where id = $1 and locked_at is not null', [jobId]))
        .rowCount === 1;
    await vi.waitUntil(isLocked, { timeout: 30_000 });
    connection.cut();
    await connection.refused();
    await blocker.end();
    connection.restore();

    await sql.query("update graphile_worker._private_jobs set locked_at = now() - interval '3 minutes' where id = $1", [
      jobId,
    ]);
    await sql.query("select graphile_worker.add_job('free_abandoned_jobs')");
    await vi.waitUntil(isGone(first), { timeout: 30_000 });

    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await connection.close();
  });

  test('reports health and metrics on its own port, and shows its heartbeat on the API', async () => {
    const { child, printed, ended } = run('worker', { BUILD_COMMIT: 'abc1234' });
    const internalUrl = await vi.waitUntil(() => /"url":"(http:[^"]+)"/.exec(printed())?.[1], { timeout: 30_000 });
    const read = async (path: string) => {
      const response = await fetch(internalUrl + path);
      return { status: response.status, text: await response.text() };
    };
    await vi.waitUntil(async () => (await read('/health/ready')).status === 200, { timeout: 30_000 });
    expect((await read('/health/live')).status).toBe(200);

    await sql.query("select graphile_worker.add_job('delete_expired_sessions')");
    // More than one if the schedule adds one at the same time; other jobs of the schedule end first.
    const done = /^job_duration_seconds_count\{task="delete_expired_sessions",outcome="done"\} [1-9]\d*$/m;
    const text = await vi.waitUntil(
      async () => {
        const metrics = (await read('/metrics')).text;
        return done.test(metrics) && /^jobs_running 0$/m.test(metrics) && metrics;
      },
      { timeout: 30_000 },
    );
    expect(text).toMatch(/^build_info\{service="worker",version="[\d.]+",commit="abc1234"\} 1$/m);
    expect(text).toContain('orders_placed_total{method="card"} 0');
    expect(text).toMatch(/^payment_provider_circuit_open 0$/m);
    expect(text).toMatch(/^database_deadlocks_total 0$/m);
    const { url } = await startServer();
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^worker_heartbeat_age_seconds \d/m);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('runs other jobs while a mail server hangs', async () => {
    const calls: Socket[] = [];
    const silent = createServer((call) => calls.push(call)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    await sql.query(
      `with mail as (insert into email_messages (message_id, kind, to_email, subject)
                     select gen_random_uuid(), 'account_deleted', 'ada@example.com', '' from generate_series(1, 10) returning id)
       select graphile_worker.add_job('send_email', json_build_object('emailId', id)) from mail`,
    );
    run('worker', { SMTP_URL: `smtp://127.0.0.1:${port}` });
    await vi.waitUntil(() => calls.length === 2, { timeout: 30_000 });
    const session = await anOldSession();
    await sql.query("select graphile_worker.add_job('delete_expired_sessions')");

    // Before the first two SMTP connections time out.
    await vi.waitUntil(isGone(session), { timeout: 4_000 });

    for (const call of calls) call.destroy();
    silent.close();
  });
});

/** The status of a fully read response, or the error code or message. */
const resultOf = (sent: ClientRequest) =>
  new Promise<number | string>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', (error) => resolve(error.message));
    });
    sent.on('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });

const visit = (url: string, options: RequestOptions = {}) => resultOf(get(url, options));

function sendSlowly(url: string, beginning: string, end: string) {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json' } });
  sent.write(beginning);
  return { result: resultOf(sent), finish: () => sent.end(end) };
}
