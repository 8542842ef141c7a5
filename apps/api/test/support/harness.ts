/** The real app on a separate database, with factories for users and products. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { SESSION_COOKIE } from '@shop/contracts/identity/constants';
import type { InjectOptions } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { inject } from 'vitest';
import { buildApp } from '#app.ts';
import { signToken } from '#identity/rules.ts';
import { openDisk } from '#media/store.ts';
import { createMailer } from '#platform/clients/mailer.ts';
import { connectProvider } from '#platform/clients/payment-provider.ts';
import { connectRedis } from '#platform/clients/redis.ts';
import { readConfig } from '#platform/config.ts';
import { Connection, type ConnectOptions, SEARCH_SETTINGS } from '#platform/database/connection.ts';
import { createLogger } from '#platform/logging.ts';
import { taskList } from '#tasks.ts';
import { insertProduct, type ProductOptions } from './builders/insert-product.ts';
import { appSettings, asRuntimeRole } from './sample-database.ts';

export { aCopyOf, aSampleDatabase, dropLeftovers } from './sample-database.ts';

/** What `global-setup.ts` provides. */
declare module 'vitest' {
  interface ProvidedContext {
    sampleDatabaseUrl: string;
    runtimeRole: string;
    mediaDir: string;
    /** A file with the names of the statements that ran. */
    statementNames: string;
  }
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>;

export type TestStoreOptions = {
  databaseUrl: string;
  mediaDir: string;
  /** Overrides of the test settings; DATABASE_URL makes the app connect another way, for example through a proxy. */
  env?: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Maximum connections of each pool. */
  poolSize?: number;
};

/** Settings that a store with a public URL must set itself. */
export const OWN_SETTINGS = {
  AUTH_SECRET: 'a secret of this test, and of nothing else',
  RAZORPAY_KEY_ID: 'rzp_live_of_this_test',
  RAZORPAY_KEY_SECRET: 'a key secret of this test',
  RAZORPAY_WEBHOOK_SECRET: 'a webhook secret of this test',
  MAIL_FROM: 'hello@crystalline.shop',
};

/** For connections outside the app: on a shared machine, opening one may take seconds. */
const SLOW_MACHINE = { connectTimeoutMs: 20_000 };

/** The app as server.ts builds it, without a port: requests are injected. */
export async function openTestStore({
  databaseUrl,
  mediaDir,
  env = {},
  log: write = () => {},
  poolSize: max = 4,
}: TestStoreOptions) {
  const config = readConfig({
    REDIS_URL: process.env.REDIS_URL,
    RATE_LIMIT_FACTOR: '1000',
    // Closed ports: emails stay queued and no payment starts, unless a test starts a mail server or a sandbox.
    SMTP_URL: 'smtp://127.0.0.1:1',
    RAZORPAY_API_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    ...appSettings(databaseUrl),
    MEDIA_DIR: mediaDir,
    ERASURES_DIR: join(mediaDir, 'erasures'),
    ...(env.PUBLIC_URL && OWN_SETTINGS),
    ...env,
  });
  const log = createLogger('api', config, { write });
  const open = (url: string, statementTimeoutMs: number, more: Partial<ConnectOptions> = {}) =>
    new Connection({ url, applicationName: 'crystalline-test', max, statementTimeoutMs, onError: () => {}, ...more });
  const openReplica = (url: string) => ({
    browse: open(url, 2_000),
    search: open(url, 2_000),
    probe: open(url, 1_000),
    maxLagSeconds: config.databaseReplicaMaxLagSeconds,
  });
  const runtimeUrl = asRuntimeRole(config.databaseUrl, inject('runtimeRole'));
  const pooler = config.databasePooler;
  const browse = open(runtimeUrl, 2_000, { pooler, prepare: 'marked' });
  const checkout = open(runtimeUrl, 2_000, { pooler, prepare: 'all' });
  const search = open(runtimeUrl, 2_000, {
    pooler,
    applicationName: 'crystalline-search',
    prepare: 'marked',
    settings: SEARCH_SETTINGS,
  });
  const probe = open(runtimeUrl, 1_000, { pooler });
  const replica = config.databaseReplicaUrl ? openReplica(config.databaseReplicaUrl) : undefined;
  const worker = open(asRuntimeRole(databaseUrl, inject('runtimeRole')), 30_000, SLOW_MACHINE);
  // The test's own connections: as the database owner, and independent of the app's pools.
  const { db, pool: sql, close: closeSql } = open(databaseUrl, 30_000, SLOW_MACHINE);
  const mailer = createMailer(config.email);
  const redis = connectRedis(config.redisUrl, log);
  const disk = await openDisk(config.media);
  const provider = connectProvider(config.payment, log);
  const connections = { browse, checkout, search, probe, replica, redis };
  const app = await buildApp({ config, log, ...connections, disk, provider });
  await app.ready();

  /** Sends requests like a browser on a page of the store: with the cookie and, for writes, the Origin. */
  const client = (headers: Record<string, string> = {}) => {
    const sends =
      (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
      (url: string, payload?: InjectOptions['payload'], more: Record<string, string> = {}) =>
        app.inject({ method, url, payload, headers: { origin: config.publicOrigin, ...headers, ...more } });
    return {
      headers,
      get: (url: string, more: Record<string, string> = {}) => app.inject({ url, headers: { ...headers, ...more } }),
      post: sends('POST'),
      put: sends('PUT'),
      patch: sends('PATCH'),
      delete: sends('DELETE'),
    };
  };
  const logIn = async (user: UserOptions) => {
    const { id, email, token } = await insertUser(sql, user);
    const signed = signToken(token, config.authSecret);
    return { id, email, signed, ...client({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(signed)}` }) };
  };

  return {
    app,
    config,
    log,
    db,
    sql,
    /** The app's own connections. */
    pools: { browse: browse.pool, checkout: checkout.pool, search: search.pool },
    redis,
    provider,
    disk,
    guest: client(),
    aShopper: (user: Partial<UserOptions> = {}) => logIn({ name: 'Ada Lovelace', role: 'customer', ...user }),
    anAdmin: (user: Partial<UserOptions> = {}) => logIn({ name: 'Grace Hopper', role: 'admin', ...user }),
    /** Runs all queued jobs that are due, like the worker. A failed job waits for its next attempt. */
    work: () =>
      runOnce({
        pgPool: worker.pool,
        taskList: taskList({
          db: worker.db,
          log,
          mailer,
          provider,
          redis,
          disk,
          publicOrigin: config.publicOrigin,
          authSecret: config.authSecret,
          erasuresDir: config.erasuresDir,
          inboundAddress: config.inboundMail?.address,
        }),
        noHandleSignals: true,
        // Without batching, so that it returns after the queue has recorded the results.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: new Logger(() => () => {}),
      }),
    aProduct: (product: Partial<ProductOptions> = {}) => insertProduct(sql, product),
    async close() {
      await app.close();
      redis.close();
      mailer.close();
      const replicas = replica ? [replica.browse, replica.search, replica.probe] : [];
      const opened = [browse, checkout, search, probe, worker, ...replicas];
      await Promise.all(opened.map((connection) => connection.close()));
      await closeSql();
    },
  };
}

type UserOptions = {
  name: string;
  role: string;
  email?: string;
  /** Default: true. */
  emailVerified?: boolean;
  password?: string;
  sessionEnds?: string;
};

/** A hash takes 20 ms of CPU time, and tests share a few passwords. */
const hashes = new Map<string, Promise<string>>();
function hashOf(password: string) {
  const hashed = hashes.get(password) ?? hash(password);
  hashes.set(password, hashed);
  return hashed;
}

async function insertUser(sql: Pool, { name, role, password, ...user }: UserOptions) {
  const { emailVerified = true, sessionEnds = '1 day' } = user;
  const token = randomBytes(24).toString('hex');
  const email = user.email ?? `${randomBytes(8).toString('hex')}@example.com`;
  const { rows } = await sql.query<{ id: string }>(
    `with person as (insert into users (name, email, role, email_verified) values ($1, $2, $3, $6) returning id)
     insert into sessions (user_id, token, expires_at) select id, $4, now() + $5::interval from person
     returning user_id as id`,
    [name, email, role, token, sessionEnds, emailVerified],
  );
  const { id } = only(rows);
  if (password)
    await sql.query(
      `insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)`,
      [id, await hashOf(password)],
    );
  return { id, email, token };
}

function only<T>(rows: T[]) {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was stored.');
  return row;
}
