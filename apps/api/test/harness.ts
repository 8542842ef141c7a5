/** The real app on a database of its own, with people and goods to fill it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { SESSION_COOKIE } from '@shop/contracts/identity';
import type { InjectOptions } from 'fastify';
import { Logger, runOnce } from 'graphile-worker';
import type { Pool } from 'pg';
import { buildApp } from '#app.ts';
import { connect } from '#db.ts';
import { signToken } from '#identity/rules.ts';
import { openDisk } from '#media/store.ts';
import { readConfig } from '#platform/config.ts';
import { createLogger } from '#platform/logging.ts';
import { createMailer } from '#platform/mailer.ts';
import { connectProvider } from '#platform/payment-provider.ts';
import { connectRedis } from '#platform/redis.ts';
import { taskList } from '#tasks.ts';

export { aCopyOf, aSampleDatabase, dropLeftovers } from './sample-database.ts';

export type Shop = Awaited<ReturnType<typeof openShop>>;

export type ShopOptions = {
  databaseUrl: string;
  mediaDir: string;
  /** Settings other than those of tests, DATABASE_URL among them when the app shall take another way. */
  env?: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Connections of each pool. */
  poolSize?: number;
};

/** The app as server.ts puts it together, without a port: requests are injected. */
export async function openShop({
  databaseUrl,
  mediaDir,
  env = {},
  log: write = () => {},
  poolSize: max = 4,
}: ShopOptions) {
  const config = readConfig({
    REDIS_URL: process.env.REDIS_URL,
    RATE_LIMIT_FACTOR: '1000',
    // Nobody listens there: mails wait, unless a test brings a mail server.
    SMTP_URL: 'smtp://127.0.0.1:1',
    LOG_LEVEL: 'info',
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    MEDIA_DIR: mediaDir,
    ERASURES_DIR: join(mediaDir, 'erasures'),
    ...env,
  });
  const log = createLogger(config, { write });
  const open = (url: string, statementTimeoutMs: number, prepare = false) =>
    connect({ url, applicationName: 'crystalline-test', max, statementTimeoutMs, prepare, onError: () => {} });
  const browse = open(config.databaseUrl, 2_000);
  const checkout = open(config.databaseUrl, 2_000, true);
  const probe = open(config.databaseUrl, 1_000);
  // The test's own hands, which nothing done to the app's connections can tie.
  const { db, pool: sql, close: closeSql } = open(databaseUrl, 30_000);
  const mailer = createMailer(config.mail);
  const redis = connectRedis(config.redisUrl, log);
  const disk = await openDisk(config.media);
  const provider = connectProvider(config.payment, log);
  const app = await buildApp({ config, log, browse, checkout, probe, redis, disk, provider });
  await app.ready();

  /** What a browser of this shop does: a cookie comes along, and so does the origin of the page. */
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
  const signedIn = async (person: Person) => {
    const { id, email, token } = await insertPerson(sql, person);
    const signed = signToken(token, config.authSecret);
    return { id, email, signed, ...client({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(signed)}` }) };
  };

  return {
    app,
    config,
    log,
    db,
    sql,
    redis,
    provider,
    guest: client(),
    aShopper: (person: Partial<Person> = {}) => signedIn({ name: 'Ada Lovelace', role: 'customer', ...person }),
    anAdmin: (person: Partial<Person> = {}) => signedIn({ name: 'Grace Hopper', role: 'admin', ...person }),
    /** The worker's part: does all that is queued by now and due. What fails waits for its next turn. */
    work: () =>
      runOnce({
        pgPool: sql,
        taskList: taskList({
          db,
          log,
          mailer,
          provider,
          redis,
          publicOrigin: config.publicOrigin,
          authSecret: config.authSecret,
          erasuresDir: config.erasuresDir,
        }),
        noHandleSignals: true,
        // So that it returns no sooner than the queue knows what was done.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        logger: new Logger(() => () => {}),
      }),
    aProduct: (goods: Partial<Goods> = {}) => insertProduct(sql, goods),
    async close() {
      await app.close();
      redis.close();
      mailer.close();
      await Promise.all([browse.close(), checkout.close(), probe.close(), closeSql()]);
    },
  };
}

type Person = { name: string; role: string; email?: string; password?: string; sessionEnds?: string };

async function insertPerson(sql: Pool, { name, role, password, sessionEnds = '1 day', ...person }: Person) {
  const token = randomBytes(24).toString('hex');
  const email = person.email ?? `${randomBytes(8).toString('hex')}@example.com`;
  const { rows } = await sql.query<{ id: string }>(
    `with person as (insert into users (name, email, role) values ($1, $2, $3) returning id)
     insert into sessions (user_id, token, expires_at) select id, $4, now() + $5::interval from person
     returning user_id as id`,
    [name, email, role, token, sessionEnds],
  );
  const { id } = only(rows);
  if (password)
    await sql.query(
      `insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)`,
      [id, await hash(password)],
    );
  return { id, email, token };
}

type Goods = {
  name: string;
  slug: string;
  description: string;
  price: number;
  salePrice: number;
  category: string;
  brand: string;
  tags: string[];
  /** Units of each variant: one number is a product without options. */
  quantities: number[];
  sellable: boolean;
  status: 'draft' | 'published' | 'archived';
  rating: number;
  createdAt: Date;
};

/** A product of which only what matters to the test is named. */
async function insertProduct(sql: Pool, goods: Partial<Goods>) {
  const slug = goods.slug ?? `thing-${randomBytes(5).toString('hex')}`;
  const cents = (amount: number | undefined) => (amount ? Math.round(amount * 100) : null);
  const { rows } = await sql.query<{ id: string }>(
    `with category as (insert into categories (name, slug) values ($1, md5(random()::text)) on conflict (name) do update set name = $1 returning id),
          brand as (insert into brands (name, slug) values ($2, md5(random()::text)) on conflict (name) do update set name = $2 returning id)
     insert into products (category_id, brand_id, name, slug, description, price_cents, sale_price_cents, tags, sellable,
                           status, rating_halves, rating_count, created_at)
     select category.id, brand.id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 from category, brand
     returning id`,
    [
      goods.category ?? 'Curiosities',
      goods.brand ?? 'House of Tests',
      goods.name ?? 'Thing',
      slug,
      goods.description ?? 'A thing.',
      cents(goods.price ?? 10),
      cents(goods.salePrice),
      goods.tags ?? [],
      goods.sellable ?? true,
      goods.status ?? 'published',
      // A hundred reviews carry a rating of two places exactly.
      Math.round((goods.rating ?? 0) * 200),
      goods.rating ? 100 : 0,
      goods.createdAt ?? new Date(),
    ],
  );
  const { id } = only(rows);
  for (const [position, units] of (goods.quantities ?? [1]).entries())
    await sql.query(
      `with variant as (insert into variants (product_id, sku, option_values, position)
                        values ($1, $2, $3, $4) returning id, product_id)
       insert into stock (variant_id, product_id, received, available) select id, product_id, $5, $5 from variant`,
      [id, `${slug}-${position}`, { Size: `${position}` }, position, units],
    );
  return { id, slug };
}

function only<T>(rows: T[]) {
  const [row] = rows;
  if (row === undefined) throw new Error('Nothing was stored.');
  return row;
}
