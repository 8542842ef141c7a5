import { once } from 'node:events';
import { type AddressInfo, createServer, connect as dial } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reencryptTotpSecrets } from '../../apps/api/src/identity/auth/totp-secrets.ts';
import { Connection } from '../../apps/api/src/platform/database/connection.ts';
import { aMailServer } from '../../apps/api/test/support/mail-server.ts';
import { aCommandStore, type CommandStore } from './test-store.ts';

let store: CommandStore;
beforeAll(async () => {
  store = await aCommandStore();
});
afterAll(() => store.drop());
beforeEach(() => store.sql.query('truncate users cascade'));

const insertUser = async (user: { email: string; role?: string; twoFactor?: boolean }) => {
  const { rows } = await store.sql.query<{ id: string }>(
    `insert into users (name, email, role, two_factor_enabled) values ('Olive Owner', $1, $2, $3) returning id`,
    [user.email, user.role ?? 'admin', user.twoFactor ?? false],
  );
  return rows[0]?.id ?? '';
};

/** The URL of a proxy to the server that notes the database of every connection. */
async function recordDatabases(databaseUrl: string, databases: Set<string>) {
  const url = new URL(databaseUrl);
  const [host, port] = [url.hostname, Number(url.port || 5432)];
  const server = createServer((client) => {
    client.once('data', (startup) => {
      databases.add(/\0database\0([^\0]+)/.exec(startup.toString())?.[1] ?? '');
      const upstream = dial(port, host);
      for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
      upstream.write(startup);
      client.pipe(upstream).pipe(client);
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = `${(server.address() as AddressInfo).port}`;
  return url.href;
}

describe('the help', () => {
  test('succeeds on standard output, for all commands and for one', async () => {
    const all = await store.run(['--help']);
    const one = await store.run(['jobs', '--help']);

    expect([all.code, all.stderr, one.code, one.stderr]).toEqual([0, '', 0, '']);
    for (const name of ['doctor', 'migrate', 'create-admin', 'verify', 'rotate-secret', 'reset-two-factor'])
      expect(all.stdout).toContain(`npm run shop -- ${name}`);
    expect(one.stdout).toBe('npm run shop -- jobs [retry <id>]\n  Lists the failed background jobs, or retries one.\n');
  });

  test('is an error on standard error without a command or with an unknown one', async () => {
    expect(await store.run([])).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^npm run shop/) });
    expect((await store.run(['tidy'])).stderr).toMatch(/^There is no command tidy\.\n\nnpm run shop/);
  });
});

describe('every command', () => {
  test('stops with one sentence for each unsafe setting of a public store', async () => {
    const env = { PUBLIC_URL: 'https://shop.example.com', AUTH_SECRET: undefined, NODE_ENV: undefined };
    for (const command of ['verify', 'list-staff', 'migrate', 'rotate-secret']) {
      const { code, stdout, stderr } = await store.run([command], env);

      expect({ command, code, stdout }).toEqual({ command, code: 1, stdout: '' });
      expect(stderr.trim().split('\n')).toHaveLength(7);
      for (const line of stderr.trim().split('\n')) expect(line).toMatch(/^[A-Z_]+ must be [^.]*\.$/);
    }
  });
});

describe('migrate', () => {
  test('finds an up-to-date database, and brings back missing privileges', async () => {
    await store.sql.query(`revoke select on products from ${store.role}`);

    const { code, stdout } = await store.run(['migrate']);

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Database \w+ at [^:]+:\d+: found\.\nSchema: up to date\.\nRole \w+: can read and write rows/,
    );
    const { rows } = await store.sql.query("select has_table_privilege($1, 'products', 'select') as granted", [
      store.role,
    ]);
    expect(rows).toEqual([{ granted: true }]);
  });

  test('connects to no other database than that of the store', async () => {
    const databases = new Set<string>();
    const proxyUrl = await recordDatabases(store.ownerUrl, databases);

    const { code, stderr } = await store.run(['migrate'], { DATABASE_OWNER_URL: proxyUrl, DATABASE_URL: proxyUrl });

    expect([code, stderr]).toEqual([0, '']);
    expect([...databases]).toEqual([store.role]);
  });

  test('creates and migrates a database that does not exist', async () => {
    const url = new URL(store.ownerUrl);
    url.pathname = `${url.pathname}_new`;

    const { stdout } = await store.run(['migrate'], { DATABASE_OWNER_URL: url.href, DATABASE_URL: url.href });

    expect(stdout).toMatch(/: created\.\nSchema: \d+ migrations run\.\n$/);
    await store.sql.query(`drop database ${url.pathname.slice(1)} with (force)`);
  });
});

describe('list-staff', () => {
  test('lists role, two-factor state and last login of staff, without customers', async () => {
    await insertUser({ email: 'olive@example.com', twoFactor: true });
    await insertUser({ email: 'ada@example.com', role: 'customer' });

    const { stdout } = await store.run(['list-staff']);

    expect(stdout).toBe('olive@example.com  admin  two-factor on  never logged in  Olive Owner\n');
  });
});

describe('reset-two-factor', () => {
  const email = 'olive@example.com';

  test('needs a confirmation, and changes nothing without it', async () => {
    await insertUser({ email, twoFactor: true });

    const { code, stderr } = await store.run(['reset-two-factor', '--email', email]);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Turn off two-factor authentication for olive@example\.com .*\? Add --yes to confirm\.$/m);
    expect((await store.sql.query('select two_factor_enabled as on from users')).rows).toEqual([{ on: true }]);
  });

  test('turns it off, ends all sessions, records it and queues an email', async () => {
    const id = await insertUser({ email, twoFactor: true });
    await store.sql.query(`insert into two_factors (user_id, secret, backup_codes) values ($1, 'x', '[]')`, [id]);
    await store.sql.query(
      `insert into sessions (user_id, token, expires_at) values ($1, 't', now() + interval '1 day')`,
      [id],
    );

    const { code, stdout } = await store.run(['reset-two-factor', '--email', 'Olive@Example.com', '--yes']);

    expect(code).toBe(0);
    expect(stdout).toBe(
      'Two-factor authentication is off for Olive@Example.com, 1 session ended. The worker sends an email about it.\n',
    );
    const { rows } = await store.sql.query(
      `select two_factor_enabled as on, (select count(*)::int from two_factors) as secrets,
              (select count(*)::int from sessions) as sessions,
              (select action from audit_log where entity_id = users.id::text) as action,
              (select payload->>'enabled' from email_messages where to_email = $2 and kind = 'two_factor_changed') as email
         from users where id = $1`,
      [id, email],
    );
    expect(rows).toEqual([{ on: false, secrets: 0, sessions: 0, action: 'customer.reset_two_factor', email: 'false' }]);
  });

  test('says so when there is no such account, or nothing to reset', async () => {
    await insertUser({ email });

    expect((await store.run(['reset-two-factor', '--email', 'x@example.com', '--yes'])).stderr).toBe(
      'There is no account with the email address x@example.com.\n',
    );
    expect((await store.run(['reset-two-factor', '--email', email, '--yes'])).stderr).toBe(
      `Two-factor authentication is not turned on for ${email}.\n`,
    );
  });
});

describe('rotate-secret', () => {
  const OLD = 'the secret before the rotation, 0123456789';
  const NEW = 'the secret after the rotation, 9876543210';
  const insertSecret = async (email: string, encrypted: string) =>
    store.sql.query(`insert into two_factors (user_id, secret, backup_codes) values ($1, $2, '[]')`, [
      await insertUser({ email, twoFactor: true }),
      encrypted,
    ]);
  /** Encrypted with OLD by version 1.7.7 of the authentication library. */
  const ENCRYPTED =
    'dd4c2e9c1a1568bfbc583943bf3125af41af1db5ba39846ff9cf678835ea0f61b4d11a81e19c973479fcf7280dcf91bed49d25';

  test('encrypts all secrets again, can be repeated, and says what is left', async () => {
    await insertSecret('olive@example.com', ENCRYPTED);
    const run = () => store.run(['rotate-secret'], { AUTH_SECRET: NEW, AUTH_SECRET_PREVIOUS: OLD });

    const [first, again] = [await run(), await run()];

    expect(first.stdout).toMatch(/^Two-factor secrets: 1 encrypted again, 0 already current, 0 left\.\nNo two-factor/);
    expect(again.stdout).toMatch(/^Two-factor secrets: 0 encrypted again, 1 already current, 0 left\.\n/);
    const { db, close } = new Connection({
      url: store.url,
      applicationName: 'crystalline-test',
      max: 1,
      statementTimeoutMs: 10_000,
      onError: () => {},
    });
    expect(await reencryptTotpSecrets(db, { authSecret: NEW, acceptedAuthSecrets: [NEW] })).toEqual({
      current: 1,
      reencrypted: 0,
      left: 0,
    });
    await close();
  });

  test('fails while a secret cannot be decrypted', async () => {
    await insertSecret('olive@example.com', ENCRYPTED);

    const { code, stdout, stderr } = await store.run(['rotate-secret'], { AUTH_SECRET: NEW });

    expect([code, stdout]).toEqual([1, 'Two-factor secrets: 0 encrypted again, 0 already current, 1 left.\n']);
    expect(stderr).toMatch(/^1 cannot be decrypted: set AUTH_SECRET_PREVIOUS/);
  });
});

describe('jobs', () => {
  const failedJob = async () => {
    const { rows } = await store.sql.query<{ id: string }>(
      `select id::text as id from graphile_worker.add_job('send_email', '{"emailId":"secret"}'::json)`,
    );
    await store.sql.query(
      `update graphile_worker._private_jobs set attempts = max_attempts, last_error = E'no route\\nstack' where id = $1`,
      [rows[0]?.id],
    );
    return rows[0]?.id ?? '';
  };

  test('lists failed jobs without their contents, and queues one again with an audit entry', async () => {
    expect((await store.run(['jobs'])).stdout).toBe('There are no failed jobs.\n');
    const id = await failedJob();

    const listed = await store.run(['jobs']);
    const retried = await store.run(['jobs', 'retry', id]);

    expect(listed.stdout).toMatch(new RegExp(`^${id}  send_email  25 attempts, last \\S+Z: no route\\n$`));
    expect(retried).toMatchObject({ code: 0, stdout: `Job ${id} is queued again.\n` });
    expect((await store.run(['jobs'])).stdout).toBe('There are no failed jobs.\n');
    const { rows } = await store.sql.query(
      `select action, actor_user_id as actor from audit_log where entity_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ action: 'job.retry', actor: null }]);
  });

  test('rejects an unknown job and an unknown action', async () => {
    expect(await store.run(['jobs', 'retry', '999999'])).toMatchObject({ code: 1, stdout: '' });
    for (const args of [['retry', 'x'], ['drop', '1'], ['retry']])
      expect((await store.run(['jobs', ...args])).stderr).toBe(
        'Use `npm run shop -- jobs` or `npm run shop -- jobs retry <id>`.\n',
      );
  });
});

describe('statements', () => {
  const run = () => store.run(['statements']);

  test('says how to install pg_stat_statements without it', async () => {
    expect(await run()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('create extension') });
  });

  test('lists the costliest by name, those with varying texts as one', async () => {
    // The real view needs a library that the server loads when it starts.
    await store.sql.query(`
      create view pg_stat_statements as
      select d.oid as dbid, s.* from pg_database d, (values
        ('/* orders.lock */ select 1', 3, 20.0, 3), ('/* orders.lock */ select 1 + $1', 1, 20.0, 1), ('commit', 9, 4.5, 0)
      ) s (query, calls, total_exec_time, rows) where d.datname = current_database()`);
    await store.sql.query(`grant select on pg_stat_statements to ${store.role}`);

    const { code, stdout } = await run();

    expect(code).toBe(0);
    expect(stdout.split('\n').map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['calls', 'total ms', 'mean ms', 'rows', 'statement'],
      ['4', '40', '10.00', '4', 'orders.lock'],
      ['9', '5', '0.50', '0', 'without a name'],
      [''],
    ]);
    await store.sql.query('drop view pg_stat_statements');
  });
});

describe('send-test-mail', () => {
  test('sends an email from MAIL_FROM, and reports a server that rejects it', async () => {
    const mail = await aMailServer();
    const send = () =>
      store.run(['send-test-mail', '--to', 'a@crystalline.shop'], {
        SMTP_URL: mail.url,
        MAIL_FROM: 'hi@crystalline.shop',
      });

    expect((await send()).stdout).toMatch(
      /^The mail server at \S+ accepted a test email from hi@crystalline\.shop to a@crystalline\.shop\.$/m,
    );
    expect((await mail.waitFor('a@crystalline.shop'))[0]?.from?.address).toBe('hi@crystalline.shop');
    mail.rejectNext(550, () => 'not for this domain');
    expect(await send()).toMatchObject({ code: 1, stderr: expect.stringContaining('not for this domain') });
    await mail.close();
  });
});
