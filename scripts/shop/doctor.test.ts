import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aMailServer } from '../../apps/api/test/support/mail-server.ts';
import { clockFinding } from './doctor/clock.ts';
import { diskFinding } from './doctor/storage.ts';
import { aCommandStore, type CommandStore } from './test-store.ts';

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_doctor', RAZORPAY_KEY_SECRET: 'key-secret-of-the-doctor' };
const isKnown = (authorization = '') =>
  /^rzp_(live|test)_doctor:key-secret-of-the-doctor$/.test(Buffer.from(authorization.slice(6), 'base64').toString());

/** Answers like the payment provider: 401 for wrong keys. `answer` can make it fail or its clock differ. */
async function aProvider() {
  const answer = { status: 200, clockS: 0 };
  const server = createServer((request, response) => {
    response.statusCode = isKnown(request.headers.authorization) ? answer.status : 401;
    response.setHeader('date', new Date(Date.now() + answer.clockS * 1_000).toUTCString());
    response.end('{"items":[]}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { answer, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

let store: CommandStore;
let mail: Awaited<ReturnType<typeof aMailServer>>;
let provider: Awaited<ReturnType<typeof aProvider>>;
beforeAll(async () => {
  [store, mail, provider] = [await aCommandStore(), await aMailServer(), await aProvider()];
  await store.sql.query(`update store_settings set payment_currency = 'INR', payment_rate = 83.2,
    payment_rate_status = 'confirmed'`);
  await fillPages();
});
// A worker that was seen five minutes ago is a fault, and on a slow machine the tests of this file take longer.
beforeEach(() => seeWorker('now()'));
afterAll(async () => {
  await Promise.all([store.drop(), mail.close()]);
  provider.close();
});

const SECRETS = ['password-of-the-role', 'key-secret-of-the-doctor', 'a secret of this test', 'mail-password'];
const settings = () => ({ ...KEYS, RAZORPAY_API_URL: provider.url, SMTP_URL: mail.url });

/** Without the lines about disks, which depend on the machine of the test. No line has a secret. */
async function examine(changes: NodeJS.ProcessEnv = {}, args: string[] = []) {
  const { code, stdout, stderr } = await store.run(['doctor', ...args], { ...settings(), ...changes });
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  for (const line of lines) expect(line).toMatch(/^(OK [a-z ]+: [^—]+|(WARN|FAIL) [a-z ]+: .+ — .+\.)$/);
  for (const secret of SECRETS) expect(stdout).not.toContain(secret);
  expect(code).toBe(lines.some((line) => line.startsWith('FAIL')) ? 1 : 0);
  const others = lines.filter((line) => !/^\w+ disk:/.test(line));
  return { faults: others.filter((line) => !line.startsWith('OK ')), lines };
}

/** The text of every page as the owner would publish it, without example addresses. */
const fillPages = (body = 'Filled in.') =>
  store.sql.query(
    `with version as (insert into page_versions (page_id, number, title, body, description)
                      select p.id, 1 + coalesce((select max(number) from page_versions v where v.page_id = p.id), 0),
                             'Title', $1, '' from pages p returning id, page_id)
     update pages set published_version_id = version.id from version where version.page_id = pages.id`,
    [body],
  );
const seeWorker = (at: string) =>
  store.sql.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('doctor_test', now(), ${at}) on conflict (identifier) do update set last_execution = ${at}`,
  );
const addJob = (change: string) =>
  store.sql.query(
    `select from graphile_worker.add_job('doctor_test'); update graphile_worker._private_jobs set ${change}`,
  );
const dropJobs = () => store.sql.query('delete from graphile_worker._private_jobs');

describe('the doctor', () => {
  test('finds no fault in a good store, and sends the test email', async () => {
    const { faults, lines } = await examine({}, ['--mail-to', 'operator@crystalline.shop']);

    expect(faults).toEqual([]);
    expect(lines.map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining([
        ...['OK settings', 'OK database', 'OK clock', 'OK schema', 'OK role', 'OK secrets', 'OK worker', 'OK queue'],
        ...['OK pages', 'OK exchange rate', 'OK redis', 'OK mail', 'OK media', 'OK payment'],
      ]),
    );
    expect((await mail.waitFor('operator@crystalline.shop'))[0]?.subject).toBe('Test email of your store');
  });

  test('rejects an unknown option and an invalid address', async () => {
    expect(await store.run(['doctor', '--fast'])).toMatchObject({ code: 1, stdout: '' });
    expect(await store.run(['doctor', '--mail-to', 'no-address'])).toMatchObject({
      code: 1,
      stderr: 'An email address is required: --mail-to you@example.com\n',
    });
  });
});

describe('the doctor names a fault in the settings:', () => {
  test('each invalid one', async () => {
    const { faults } = await examine({ API_PORT: 'x', PUBLIC_URL: 'https://shop.example.com', AUTH_SECRET: undefined });

    expect(faults).toContain('FAIL settings: API_PORT must be a whole number — set it in .env or the environment.');
  });

  test('NODE_ENV other than production, test keys and unknown backups of a public store', async () => {
    const { faults } = await examine({
      PUBLIC_URL: 'https://shop.crystalline.shop',
      RAZORPAY_KEY_ID: 'rzp_test_doctor',
      RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of this test',
      MAIL_FROM: 'hello@crystalline.shop',
    });

    expect(faults).toEqual([
      'WARN settings: NODE_ENV is not production — set it for every process of the store.',
      'WARN payment: rzp_test_doctor is a test key, so no money moves — use the live keys before the store opens.',
      'WARN backups: nothing says when the last one succeeded — let the backup write it, and set BACKUP_STATUS_FILE.',
    ]);
  });

  test('a file of a secret that does not exist', async () => {
    const { faults } = await examine({ AUTH_SECRET: undefined, AUTH_SECRET_FILE: '/nowhere/secret' });

    expect(faults).toEqual([
      'FAIL settings: AUTH_SECRET_FILE must name a readable file, and /nowhere/secret is none (ENOENT) — set it in .env or the environment.',
    ]);
  });
});

describe('the doctor names a fault of a service:', () => {
  const local = (port: number) => `127.0.0.1:${port}`;

  test.each([
    [
      'an unreachable database',
      { DATABASE_URL: `postgres://app:password-of-the-role@${local(1)}/shop` },
      /^FAIL database: no connection to the database shop at 127\.0\.0\.1:1 \(connect ECONNREFUSED 127\.0\.0\.1:1\) — start PostgreSQL/,
    ],
    [
      'an unreachable Redis',
      { REDIS_URL: `redis://:password-of-the-role@${local(1)}/0` },
      /^WARN redis: no answer at 127\.0\.0\.1:1 .* — start it or correct REDIS_URL/,
    ],
    [
      'an unreachable mail server',
      { SMTP_URL: `smtp://${local(1)}` },
      /^FAIL mail: no connection to the server at 127\.0\.0\.1:1 .* — start it or correct SMTP_URL/,
    ],
    [
      'rejected payment keys',
      { RAZORPAY_KEY_SECRET: 'another secret' },
      /^FAIL payment: the provider at .* rejects the keys — copy RAZORPAY_KEY_ID/,
    ],
    [
      'an unreachable payment provider',
      { RAZORPAY_API_URL: `http://${local(1)}` },
      /^FAIL payment: no answer of the provider at 127\.0\.0\.1:1 .* — check RAZORPAY_API_URL/,
    ],
    [
      'an S3 bucket that cannot be reached',
      {
        MEDIA_DRIVER: 's3',
        S3_BUCKET: 'images',
        S3_REGION: 'eu',
        S3_ENDPOINT: `http://${local(1)}`,
        S3_ACCESS_KEY_ID: 'key',
        S3_SECRET_ACCESS_KEY: 'key-secret-of-the-doctor',
      },
      /^FAIL media: the bucket images cannot be used \(.*ECONNREFUSED.*\) — check the S3_ settings/,
    ],
  ])('%s', async (_fault, changes, line) => {
    const { faults } = await examine(changes);

    expect(faults).toEqual([expect.stringMatching(line)]);
  });

  test('a mail server that requires no TLS for a password, and one that rejects the test email', async () => {
    const withPassword = mail.url.replace('smtp://', 'smtp://user:mail-password@');
    expect((await examine({ SMTP_URL: withPassword })).faults).toEqual([
      expect.stringMatching(/^FAIL mail: the server at .* offers no TLS — a password is sent over TLS only/),
    ]);

    mail.rejectNext(550, () => 'not for this domain');
    expect((await examine({}, ['--mail-to', 'a@crystalline.shop'])).faults).toEqual([
      expect.stringMatching(
        /^FAIL mail: .* rejected a test email to a@crystalline\.shop \(.*not for this domain\) — check/,
      ),
    ]);
  });

  test('a media directory that is a file', async () => {
    const file = join(store.directory, 'not-a-directory');
    await writeFile(file, '');

    const { faults } = await examine({ MEDIA_DIR: file });

    expect(faults).toEqual([
      expect.stringMatching(/^FAIL media: MEDIA_DIR .*not-a-directory cannot be used .* — let the user/),
    ]);
  });

  test('a payment provider that fails, or whose clock differs', async () => {
    provider.answer.status = 500;
    expect((await examine()).faults).toEqual([
      expect.stringMatching(/^FAIL payment: the provider at .* answers with 500 — check RAZORPAY_API_URL/),
    ]);
    provider.answer.status = 200;
    provider.answer.clockS = 120;
    expect((await examine()).faults).toEqual([
      expect.stringMatching(
        /^FAIL clock: this machine and the payment provider differ by (1\d\d seconds|2 minutes) — let both/,
      ),
    ]);
    provider.answer.clockS = 0;
  });
});

describe('the doctor names a fault of the store:', () => {
  test('a missing migration, and one of a newer release', async () => {
    const [last] = (await store.sql.query('select * from schema_migrations order by name desc limit 1')).rows;
    await store.sql.query('delete from schema_migrations where name = $1', [last.name]);
    expect((await examine()).faults).toEqual([
      `FAIL schema: the database lacks ${last.name} — run \`npm run shop -- migrate\`.`,
      expect.stringMatching(/^WARN store: .* were not checked — /),
    ]);
    await store.sql.query('insert into schema_migrations (name, run_on) values ($1, now())', [last.name]);

    await store.sql.query(`insert into schema_migrations (name, run_on) values ('9999_newer', now())`);
    expect((await examine()).faults).toEqual([
      'WARN schema: 9999_newer is of a newer release — fine during a roll-out or after a rollback.',
    ]);
    await store.sql.query(`update schema_migrations set breaking = true where name = '9999_newer'`);
    expect((await examine()).faults[0]).toBe(
      'FAIL schema: 9999_newer is of a newer release and breaks this one — start the newer release.',
    );
    await store.sql.query(`delete from schema_migrations where name = '9999_newer'`);
  });

  test('a role with more rights than needed, and one with fewer', async () => {
    expect((await examine({ DATABASE_URL: store.ownerUrl })).faults).toEqual([
      expect.stringMatching(/^WARN role: \w+ of DATABASE_URL can do more than read and write rows — give/),
    ]);

    await store.sql.query(`revoke insert on support_tickets from ${store.role}`);
    expect((await examine()).faults).toEqual([
      expect.stringMatching(/^FAIL role: \w+ cannot use the table support_tickets — run `npm run shop -- migrate`/),
    ]);
    await store.sql.query(`grant insert on support_tickets to ${store.role}`);
  });

  test('two-factor secrets that AUTH_SECRET cannot decrypt', async () => {
    await store.sql.query(
      `with owner as (insert into users (name, email, role) values ('Olive', 'olive@example.com', 'admin') returning id)
       insert into two_factors (user_id, secret, backup_codes) select id, 'ff00', '[]' from owner`,
    );

    expect((await examine()).faults).toEqual([
      expect.stringMatching(
        /^FAIL secrets: AUTH_SECRET does not decrypt the newest two-factor secret.* — set AUTH_SECRET/,
      ),
    ]);
    await store.sql.query('delete from two_factors');
  });

  test('a silent worker, a late job and a failed one', async () => {
    await seeWorker(`now() - interval '10 minutes'`);
    expect((await examine()).faults).toEqual([
      expect.stringMatching(/^FAIL worker: was last seen 10 minutes ago — start it/),
    ]);
    await seeWorker('now()');

    await addJob(`run_at = now() - interval '10 minutes'`);
    expect((await examine()).faults).toEqual([
      'WARN queue: the oldest due job has waited 10 minutes — check that the worker runs, or start another one.',
    ]);
    await addJob(`run_at = now() - interval '3 hours'`);
    expect((await examine()).faults).toEqual([
      'FAIL queue: the oldest due job has waited 3 hours — check that the worker runs, or start another one.',
    ]);
    await dropJobs();
    await addJob('attempts = max_attempts');
    expect((await examine()).faults).toEqual([
      'WARN queue: 1 job failed — see `npm run shop -- jobs`, and retry them.',
    ]);
    await dropJobs();
  });

  test('placeholders in published pages', async () => {
    await fillPages('Sold by [registered company name]. Write to legal@example.com.');

    const { faults } = await examine();

    expect(faults).toContain(
      'WARN pages: /terms still has [registered company name], legal@example.com — replace it on the admin page Pages.',
    );
    await fillPages();
  });

  test('an exchange rate that no owner has confirmed, which is only a warning on localhost', async () => {
    const setStatus = (status: string) =>
      store.sql.query('update store_settings set payment_rate_status = $1', [status]);
    const action = 'an owner sets or confirms the rate in the store settings.';

    await setStatus('assumed');
    expect((await examine()).faults).toEqual([`WARN exchange rate: a price of $1 is charged as 83.2 INR — ${action}`]);
    await setStatus('unconfirmed');
    expect((await examine()).faults).toEqual([
      `WARN exchange rate: no online payments are taken, because a price of $1 is charged as 83.2 INR — ${action}`,
    ]);
    await setStatus('confirmed');
  });

  test('an old backup, a file without its time, and no file', async () => {
    const file = join(store.directory, 'backup.prom');
    const backup = async (text: string) => {
      await writeFile(file, text);
      return (await examine({ BACKUP_STATUS_FILE: file })).faults;
    };
    const hoursAgo = (hours: number) =>
      `# HELP x\nbackup_last_success_timestamp_seconds ${Math.round(Date.now() / 1_000) - hours * 3_600}\n`;

    expect(await backup(hoursAgo(1))).toEqual([]);
    expect(await backup(hoursAgo(30))).toEqual([
      expect.stringMatching(/^WARN backups: .* succeeded 30 hours ago — look/),
    ]);
    expect(await backup(hoursAgo(72))).toEqual([
      expect.stringMatching(/^FAIL backups: .* succeeded 72 hours ago — look/),
    ]);
    expect(await backup('nothing')).toEqual([expect.stringMatching(/^FAIL backups: .* has no backup_last_success/)]);
    expect((await examine({ BACKUP_STATUS_FILE: '/nowhere/backup.prom' })).faults).toEqual([
      expect.stringMatching(/^FAIL backups: BACKUP_STATUS_FILE \/nowhere\/backup\.prom cannot be read — check/),
    ]);
  });
});

describe('free space', () => {
  const free = (bavail: number) => diskFinding('MEDIA_DIR', '/media', async () => ({ bavail, blocks: 100, bsize: 1 }));

  test('below 10 % is a warning, below 5 % a failure', async () => {
    const severities = [await free(50), await free(9), await free(4)].map(({ severity }) => severity);

    expect(severities).toEqual(['OK', 'WARN', 'FAIL']);
    expect((await free(4)).what).toBe('MEDIA_DIR /media has 4 % free (0.0 GB)');
  });

  test('of a directory that does not exist yet is that of its parent', async () => {
    await mkdir(join(store.directory, 'parent'));

    expect((await diskFinding('MEDIA_DIR', join(store.directory, 'parent/a/b'))).what).toContain('/parent has ');
  });
});

test('a clock that differs by more than 5 seconds is a warning, by more than 60 a failure', () => {
  const severityAt = (seconds: number) => clockFinding('the database server', seconds * 1_000, 0, 0).severity;

  expect([0, 5, 6, -6, 60, 61, -61].map(severityAt)).toEqual(['OK', 'OK', 'WARN', 'WARN', 'WARN', 'FAIL', 'FAIL']);
});
