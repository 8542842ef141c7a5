import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { registerDemandCounter } from '#analytics/demand-counter.ts';
import { registerVisitCounter } from '#analytics/visit-counter.ts';
import { aVariant } from '#test/builders/cart.ts';
import { propertyOptions, rounds } from '#test/property-runs.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { createTestStore } from '#test/test-store.ts';

const SOURCE = join(import.meta.dirname, '../../../src');
/** What one day, and one month, stores at most. */
const STORED = { search_demand: 2_000, zero_result_searches: 10_000 };

describe.each(redisModesIfRequested())('counters of anonymous requests, %s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL, RATE_LIMIT_FACTOR: '1' } });
  const { config, db, redis, sql } = shop;
  const { variantId, productId } = await aVariant(shop, { quantities: [0] });

  /** A process with the store's counters, which are written when it is closed. */
  async function counted(count: (app: Awaited<ReturnType<typeof aProcess>>, ip: string) => Promise<void>, factor = 1) {
    const app = await aProcess(factor);
    await count(app, `203.0.113.${Math.ceil(Math.random() * 200)}`);
    await app.close();
  }
  async function aProcess(rateLimitFactor: number) {
    const app = Fastify({ trustProxy: true });
    const limits = { redis, rateLimitFactor, trustedProxies: config.trustedProxies };
    registerVisitCounter(app, db, limits);
    registerDemandCounter(app, db, limits);
    app.post('/', async (request) => {
      const { counter, text } = JSON.parse(String(request.headers['x-count']));
      if (counter === 'zero') await app.visitCounter.countZeroResultSearch(text, request);
      else if (counter === 'searches') await app.demandCounter.count({ counter, query: text, found: false }, request);
      else if (counter === 'searchClicks') await app.demandCounter.count({ counter, query: text }, request);
      else if (counter === 'visits') app.visitCounter.count(text);
      else await app.demandCounter.count({ counter, id: text }, request);
    });
    return app;
  }
  type Process = Awaited<ReturnType<typeof aProcess>>;
  /** JSON escapes what a header cannot contain. */
  const send = async (app: Process, ip: string, counter: string, text: string) => {
    const escaped = JSON.stringify({ counter, text }).replaceAll(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/',
      headers: { 'x-count': escaped, 'x-forwarded-for': ip },
    });
    expect(statusCode).toBe(200);
  };
  const sum = async (statement: string, value: string) =>
    Number(
      (await sql.query<{ sum: string }>(`select coalesce(sum(count), 0) as sum from (${statement}) c`, [value])).rows[0]
        ?.sum,
    );

  /** Each counter with a key that is certainly valid, and how often it is counted. */
  const COUNTERS: Record<string, { valid: string; read: string }> = {
    visits: { valid: 'visits', read: 'select count from daily_counts where metric = $1' },
    zero: { valid: 'rose gold anklet', read: 'select count from zero_result_searches where query = $1' },
    searches: { valid: 'rose gold anklet', read: 'select zero_results as count from search_demand where query = $1' },
    searchClicks: { valid: 'rose gold anklet', read: 'select clicks as count from search_demand where query = $1' },
    soldOutProducts: { valid: productId, read: 'select count from sold_out_demand where item_id::text = $1' },
    soldOutVariants: { valid: variantId, read: 'select count from sold_out_demand where item_id::text = $1' },
  };
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 90 }).map((units) => String.fromCharCode(...units)),
    fc
      .tuple(
        fc.constantFrom('z'.repeat(79), 'İ'.repeat(79), ' '),
        fc.constantFrom('\u{1F300}', '\u{1F600}', '\ud83c', '\0', 'İ'),
      )
      .map((parts) => parts.join('')),
    fc.constantFrom('__proto__', '\u0000', 'a\u0000b', '\ud800', '\udfff', '\ufffe', "'", '\\', '{}', 'NaN'),
  );

  test('every batch of counts is in the table', () => {
    const used = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] }).flatMap((file) =>
      [...readFileSync(join(SOURCE, file), 'utf8').matchAll(/= batchCounts</g)].map(() => file.replaceAll('\\', '/')),
    );

    expect(used.toSorted()).toEqual([
      'analytics/demand-counter.ts',
      'analytics/demand-counter.ts',
      'analytics/visit-counter.ts',
      'analytics/visit-counter.ts',
    ]);
  });

  test.each(Object.entries(COUNTERS))(
    'A47 %s are counted, whatever else is counted with them',
    { timeout: 60_000 },
    async (counter, { valid, read }) => {
      await fc.assert(
        fc.asyncProperty(fc.array(hostile, { minLength: 1, maxLength: 8 }), async (texts) => {
          const before = await sum(read, valid);
          await counted(async (app, ip) => {
            for (const text of texts) await send(app, ip, counter, text);
            await send(app, ip, counter, valid);
          }, 1_000);
          expect(await sum(read, valid)).toBe(before + 1 + texts.filter((text) => text === valid).length);
        }),
        propertyOptions(rounds(15, 300)),
      );
    },
  );

  test('A47 one NUL and two halves of characters in one batch lose no other search', async () => {
    await counted(async (app, ip) => {
      for (const text of ['q\0r', `${'z'.repeat(79)}\u{1F300}`, `${'z'.repeat(79)}\u{1F600}`, 'pearl choker'])
        for (const counter of ['zero', 'searches']) await send(app, ip, counter, text);
    });

    expect(await sum('select count from zero_result_searches where query = $1', 'pearl choker')).toBe(1);
    expect(await sum('select searches as count from search_demand where query = $1', 'pearl choker')).toBe(1);
    expect(await sum('select searches as count from search_demand where query = $1', 'q r')).toBe(1);
  });

  test.each([
    ['one address', () => '198.51.100.1', '198.51.100.2'],
    ['ten /64 of one /56', (n: number) => `2001:db8:0:10${n % 10}::1`, '2001:db8:1::1'],
  ])('A47 %s adds 50 new searches an hour, and other clients are counted', async (_client, addressOf, other) => {
    await sql.query('delete from search_demand');
    const junk = (n: number) => `junk ${String.fromCharCode(97 + (n % 26))}${n}`;
    await counted(async (app) => {
      for (let n = 0; n < 120; n += 1) await send(app, addressOf(n), 'searches', junk(n));
      await send(app, other, 'searches', 'opal brooch');
      // Known by now, so that it is no new one of the first client.
      await send(app, addressOf(0), 'searches', 'opal brooch');
    });

    const { rows } = await sql.query(`select count(*)::int as junk from search_demand where query like 'junk %'`);
    expect(rows).toEqual([{ junk: 50 }]);
    expect(await sum('select searches as count from search_demand where query = $1', 'opal brooch')).toBe(2);
  });

  test.each([
    ['searches', 'search_demand', 'day', 'searches', '(now() at time zone store_time_zone())::date'],
    [
      'zero',
      'zero_result_searches',
      'month',
      'count',
      `date_trunc('month', now() at time zone store_time_zone())::date`,
    ],
  ] as const)('A47 a list full of junk takes a new search: %s', async (counter, table, period, count, now) => {
    await sql.query(`delete from ${table}`);
    await sql.query(
      `insert into ${table} (${period}, query, ${count})
       select ${now}, case when n % 10 = 0 then 'real ' else 'junk ' end || n, case when n % 10 = 0 then 2 else 1 end
         from generate_series(1, $1::int) n`,
      [STORED[table]],
    );

    await counted(async (app, ip) => {
      for (const text of ['moonstone pendant', 'real 10', 'garnet cuff']) await send(app, ip, counter, text);
    });

    const { rows } = await sql.query(
      `select count(*)::int as all, count(*) filter (where query like 'real %')::int as real,
              sum(${count}) filter (where query = 'real 10')::int as again,
              count(*) filter (where query in ('moonstone pendant', 'garnet cuff'))::int as new from ${table}`,
    );
    expect(rows).toEqual([{ all: STORED[table], real: STORED[table] / 10, again: 3, new: 2 }]);
  });
});
