import { STAFF_ROLES } from '@shop/contracts/common/permissions';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '#test/builders/account.ts';
import { anOrder } from '#test/builders/an-order.ts';
import { aVariant } from '#test/builders/cart.ts';
import { aCustomerWithCart, createStoreWithPayments } from '#test/builders/store-with-payments.ts';
import { UNKNOWN_ID } from '#test/ids.ts';
import { failedInvariants } from '#test/invariants-after-all.ts';
import { seed } from '#test/property-runs.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { requestFor } from '#test/requests/fuzz-requests.ts';
import { chanceOf, type Known } from '#test/requests/fuzz-values.ts';
import { documentOf, operationsOf, type Schema } from '#test/requests/operations.ts';
import { responseValidator } from '#test/requests/response-schemas.ts';

/** Requests for each role: few with all tests, all of them with `npm run fuzz`. */
const WHOLE_RUN = process.env.FUZZ ? Number(process.env.FUZZ) : undefined;
const REQUESTS = WHOLE_RUN ?? 142;
const LONGEST_MS = 1_000;
const ROLES = (process.env.FUZZ_ROLES?.split(',') ?? ['guest', 'customer', ...STAFF_ROLES]) as string[];

const isSignedOut = (role: string, { statusCode, body }: LightMyRequestResponse) =>
  role !== 'guest' && statusCode === 401 && body.includes('"unauthenticated"');

describe.each(WHOLE_RUN ? redisModesIfRequested().slice(0, 1) : redisModesIfRequested())(
  '%s',
  async (mode, REDIS_URL) => {
    let lastError = '';
    const shop = await createStoreWithPayments({ REDIS_URL, RATE_LIMIT_FACTOR: '1000000' }, (line) => {
      if (line.includes('"level":50')) lastError = line;
    });
    const { app, sql } = shop;
    const operations = operationsOf(app);
    const violationsIn = responseValidator(app);
    const { components } = documentOf(app);
    const refs = (ref: string) => (components?.schemas?.[ref.split('/').at(-1) ?? ''] ?? {}) as Schema;

    /** Headers of a new user with that role, who has a cart, an address and an order. */
    async function logInAs(role: string) {
      if (role === 'guest') return {};
      const { variantId } = await aVariant(shop, { quantities: [5_000] });
      const person = await aCustomerWithCart(shop, [{ variantId }]);
      await sql.query('update users set role = $2 where id = $1', [person.id, role]);
      await anOrder(shop.db, { of: person, items: [{ variantId, quantity: 1 }] });
      return person.headers;
    }

    /** Values of existing rows, so that requests get past the lookup. */
    async function loadKnownValues(): Promise<Known> {
      const { rows } = await sql.query<{ id: string }>(
        [
          'products',
          'variants',
          'orders',
          'users',
          'addresses',
          'cart_lines',
          'reviews',
          'discount_codes',
          'support_tickets',
        ]
          .map((table) => `(select id::text from ${table} order by random() limit 4)`)
          .join(' union all '),
      );
      const { rows: people } = await sql.query<{ email: string }>(`select email from users order by random() limit 4`);
      const { rows: slugs } = await sql.query<{ slug: string }>(`select slug from products order by random() limit 4`);
      return {
        refs,
        ids: [...rows.map(({ id }) => id), UNKNOWN_ID],
        emails: [...people.map(({ email }) => email), 'unknown@example.com'],
        texts: [
          ...slugs.map(({ slug }) => slug),
          'ring',
          'Jewelry',
          'CRYSTAL10',
          'Springfield',
          '62701',
          'India',
          PASSWORD,
        ],
      };
    }

    test.each(ROLES)(
      'fuzzed requests by %s: no 5xx, no response outside its schema, no data integrity check failed',
      { timeout: 20_000 + REQUESTS * 100 },
      async (role) => {
        const chance = chanceOf(seed);
        // An accepted event stream never ends.
        const open = operations.filter(({ path }) => role === 'guest' || !path.endsWith('/stream'));
        let headers = await logInAs(role);
        let known = await loadKnownValues();
        const metrics = { requests: 0, statuses: {} as Record<string, number>, slowestMs: 0, slowest: '' };
        const faults: string[] = [];
        const report = (fault: string) => {
          faults.push(fault);
          console.log(fault);
        };

        for (let number = 0; number < REQUESTS; number += 1) {
          const operation = open[number % open.length];
          if (!operation) break;
          if (number % 500 === 499) {
            // Runs the queued jobs, as jobs that wait too long fail an integrity check.
            await shop.work();
            known = await loadKnownValues();
          }
          const request = requestFor(operation, chance, known);
          const send = () =>
            app.inject({ ...request, headers: { origin: shop.config.publicOrigin, ...headers, ...request.headers } });
          const startedAt = performance.now();
          const response = await send();
          let took = performance.now() - startedAt;
          if (WHOLE_RUN && took > LONGEST_MS) {
            // Measures a slow request again, as other load on the machine may be the cause.
            const again = performance.now();
            await send();
            took = Math.min(took, performance.now() - again);
          }

          const status = response.statusCode;
          metrics.requests += 1;
          const kind = `${String(status)[0]}xx`;
          metrics.statuses[kind] = (metrics.statuses[kind] ?? 0) + 1;
          if (took > metrics.slowestMs)
            Object.assign(metrics, { slowestMs: took, slowest: `${request.method} ${operation.path}` });
          const complaints = status >= 500 ? [`status ${status}, ${lastError}`] : violationsIn(operation, response);
          if (WHOLE_RUN && took > LONGEST_MS) complaints.push(`took ${Math.round(took)} ms`);
          for (const complaint of complaints)
            report(
              `${complaint}: ${JSON.stringify({ number, ...request }).slice(0, 700)} → ${response.body.slice(0, 300)}`,
            );
          // A request may have logged the user out or deleted them; a demotion shows only as many 403s.
          if (number % 500 === 499 || isSignedOut(role, response)) headers = await logInAs(role);
        }

        console.log(
          `fuzz ${mode}, ${role}, SEED=${seed}: ${metrics.requests} requests over ${Math.min(open.length, REQUESTS)} operations,`,
          JSON.stringify(metrics.statuses),
          `slowest ${Math.round(metrics.slowestMs)} ms (${metrics.slowest})`,
        );
        expect(faults.slice(0, 15)).toEqual([]);
        await shop.work();
        expect(await failedInvariants(shop.db)).toEqual([]);
      },
    );
  },
);
