import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { fingerprintWithoutCounts } from '#test/fingerprint.ts';
import { valuesAt } from '#test/property-runs.ts';
import { redisModesIfRequested } from '#test/redis-modes.ts';
import { type Operation, operationsOf, type Parameter, urlOf } from '#test/requests/operations.ts';
import { createTestStore } from '#test/test-store.ts';

/** Occurs in no statement of our code: a statement that contains it was built from input. */
const MARK = 'zq7x';
const PAYLOADS = [
  `${MARK}'`,
  `${MARK}''`,
  `${MARK}"`,
  `${MARK}\\`,
  `${MARK}\\'`,
  `${MARK}' or '1'='1`,
  `${MARK}' or 1=1 -- `,
  `${MARK}') or ('1'='1`,
  `${MARK}'; drop table users; -- `,
  `${MARK}'; update users set role = 'admin'; -- `,
  `${MARK}' union select null, password from accounts -- `,
  `${MARK}' and 1=cast((select token from sessions limit 1) as int) -- `,
  `${MARK}'||(select pg_sleep(5))||'`,
  `${MARK}$$; select pg_sleep(5); $$`,
  `${MARK}/**/union/**/select/**/1`,
  `${MARK}" desc, (select pg_sleep(5)) -- `,
  `${MARK} desc nulls last; select 1`,
  `${MARK}%' escape '!`,
  `${MARK}\u02bc or 1=1`,
  `${MARK}:* | !a & (b <-> c)`,
];

/** Every statement sent to PostgreSQL, simple or prepared. */
const statements = new Set<string>();
const { prototype } = pg.Connection;
const { parse, query } = prototype;
vi.spyOn(prototype, 'parse').mockImplementation(function (this: pg.Connection, statement, more) {
  statements.add(statement.text);
  return parse.call(this, statement, more);
});
vi.spyOn(prototype, 'query').mockImplementation(function (this: pg.Connection, text) {
  statements.add(text);
  return query.call(this, text);
});
afterAll(() => vi.restoreAllMocks());

/** Its values are any text: they get past validation. */
const isFreeText = ({ schema: { type, format, pattern, enum: values } }: Parameter) =>
  type === 'string' && !format && !pattern && !values;

/** The set of tokens of a statement: a search with more terms repeats the same tokens. */
const shapeOf = (text: string) => [...new Set(text.replaceAll(/\d+/g, '').match(/\w+|[^\w\s]/g))].toSorted().join(' ');

describe.each(redisModesIfRequested())('%s', async (_mode, REDIS_URL) => {
  const shop = await createTestStore({ env: { REDIS_URL } });
  const { app, sql } = shop;
  const grace = await shop.anAdmin();
  // Without any input but a key, which may be any text, an operation does what it is for.
  const operations = operationsOf(app).filter(
    ({ body, parameters }) => body !== undefined || parameters.some((parameter) => parameter.in !== 'header'),
  );
  const parameters = operations.flatMap((operation) =>
    operation.parameters.filter(({ name }) => name !== 'accept').map((parameter) => ({ operation, parameter })),
  );
  const places = parameters.map((place, index) => ({
    ...place,
    payloads: isFreeText(place.parameter) ? PAYLOADS : valuesAt(index, PAYLOADS, 4),
  }));

  const send = (operation: Operation, { name, in: place }: Parameter, value: string) =>
    app.inject({
      method: operation.method,
      url: urlOf(operation, { [place]: { [name]: value } }),
      headers: {
        ...grace.headers,
        origin: shop.config.publicOrigin,
        ...(place === 'header' && { [name]: encodeURIComponent(value) }),
      },
    });

  /** The statements sent when each parameter has this value. */
  async function statementsBy(value: string, among: { operation: Operation; parameter: Parameter }[] = places) {
    statements.clear();
    for (const { operation, parameter } of among) {
      const { statusCode, body } = await send(operation, parameter, value);
      const call = `${operation.method} ${operation.path} ${parameter.name}=${value}`;
      expect([call, statusCode]).toEqual([call, expect.toSatisfy((status) => status < 500)]);
      expect(body, call).not.toMatch(/syntax error|sqlstate/i);
    }
    return new Set(statements);
  }

  test('A23 no payload in any query, sort, filter or path reaches PostgreSQL as SQL', {
    timeout: 120_000,
  }, async () => {
    expect(places.length).toBeGreaterThan(120);
    const before = await fingerprintWithoutCounts(sql);
    const usual = new Set<string>();
    for (const value of [MARK, `${MARK} `]) for (const text of await statementsBy(value)) usual.add(shapeOf(text));
    // For search queries: the payload with its special characters replaced by a space or a harmless one.
    const searches = places.filter(({ parameter }) => parameter.name === 'q');
    for (const payload of PAYLOADS)
      for (const harmless of [' ', '…'])
        for (const text of await statementsBy(payload.replaceAll(/[^\p{L}\d ]+/gu, harmless), searches))
          usual.add(shapeOf(text));
    expect(usual.size).toBeGreaterThan(20);

    for (const payload of PAYLOADS) {
      const among = places.filter(({ payloads }) => payloads.includes(payload));
      const sent = await statementsBy(payload, among);
      expect([...sent].filter((text) => text.includes(MARK))).toEqual([]);
      expect([payload, [...sent].filter((text) => !usual.has(shapeOf(text)))]).toEqual([payload, []]);
    }
    expect(await fingerprintWithoutCounts(sql)).toEqual(before);
  });

  test('A23 a stored payload stays text in every later statement (second-order injection)', async () => {
    for (const payload of PAYLOADS.filter(({ length }) => length < 40)) {
      const { id, slug } = await shop.aProduct({ name: payload, category: payload, brand: payload, tags: [payload] });
      const filters = new URLSearchParams({ category: payload, brand: payload, tags: payload });

      const found = await shop.guest.get(`/api/products?${filters}`);
      expect(found.json()).toMatchObject([{ id, name: payload, category: payload, tags: [payload] }]);
      for (const url of [
        `/api/products?${new URLSearchParams({ q: payload })}`,
        `/api/products/suggestions?${new URLSearchParams({ q: payload })}`,
        `/api/search/suggestions?${new URLSearchParams({ q: payload })}`,
        `/api/products/facets?${filters}`,
        `/api/products/${slug}`,
        `/api/admin/products?${new URLSearchParams({ q: payload })}`,
        `/api/admin/products/${id}`,
        `/api/admin/products/export?${new URLSearchParams({ category: payload })}`,
      ]) {
        const { statusCode, body } = await grace.get(url);
        expect([url, statusCode, body.includes(MARK)]).toEqual([url, 200, true]);
      }
    }
    expect([...statements].filter((text) => text.includes(MARK))).toEqual([]);
  });
});
