import type { OpenAPIV3_1 } from 'openapi-types';
import { describe, expect, test } from 'vitest';
import { documentOf, operationAt, operationsOf } from '#test/requests/operations.ts';
import { responseValidator } from '#test/requests/response-schemas.ts';
import { createTestStore } from '#test/test-store.ts';

const { app, guest, aShopper } = await createTestStore();
const { paths = {}, tags = [], components } = documentOf(app);

/** The codes that an operation declares for a status. */
const codesOf = (operation: OpenAPIV3_1.OperationObject | undefined, status: number) =>
  Object(operation?.responses?.[status]).content['application/problem+json'].schema.allOf[1].properties.code.enum;

describe('the API reference', () => {
  test('names every operation once, in one described tag, with its rate class', () => {
    const operations = Object.values(paths).flatMap((item) => Object.values<OpenAPIV3_1.OperationObject>(Object(item)));
    const described = tags.flatMap(({ name, description }) => (description ? [name] : []));
    const ids = operations.map(({ operationId }) => operationId);

    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ tags: own = [] }) => own.length !== 1 || !described.includes(String(own)))).toEqual([]);
    expect(operations.filter((operation) => !Object(operation)['x-rate-class']?.length)).toEqual([]);
  });

  test('has no two paths that differ only by the name of a parameter', () => {
    const shapes = Object.keys(paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));

    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('says that a public list needs no login, and declares its headers and revalidation', () => {
    const list = operationAt(app, '/api/products', 'get');

    expect(list).toMatchObject({ security: [], 'x-rate-class': ['browse', 'search'] });
    expect(Object.keys(Object(list?.responses?.[200]).headers)).toEqual(['Link', 'X-Total-Count', 'X-Search']);
    expect(Object.keys(Object(list?.responses?.[429]).headers)).toEqual(['Retry-After']);
    expect(Object.keys(Object(list?.responses?.[304]).headers)).toEqual(['Link', 'X-Total-Count', 'X-Search']);
  });

  test('names the permission of an admin operation, and the errors of its check', () => {
    const order = operationAt(app, '/api/admin/orders/{id}', 'get');

    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['token', 'session']);
    expect(order).toMatchObject({ security: [{ token: [] }, { session: [] }], 'x-permission': 'orders.read' });
    expect(order?.description).toBe('Requires the permission `orders.read`.');
    expect(codesOf(order, 401)).toEqual(['unauthenticated']);
    expect(codesOf(order, 403)).toContain('two_factor_required');
  });

  test('lists the error codes of an operation by status', () => {
    const cancellation = operationAt(app, '/api/orders/{id}/cancellation', 'post');

    expect(codesOf(cancellation, 404)).toEqual(['not_found', 'order_not_found']);
    expect(codesOf(cancellation, 409)).toEqual(['order_not_cancellable']);
    expect(codesOf(cancellation, 422)).toEqual(['invalid', 'key_reused']);
  });

  test('shares an error response among the operations that have it', () => {
    const name = 'NotFoundOrOrderNotFound404';

    expect(paths['/api/orders/{id}/cancellation']?.post?.responses?.[404]).toEqual({
      $ref: `#/components/responses/${name}`,
    });
    expect(components?.responses?.[name]).toMatchObject({
      description: 'Not Found: `not_found`, `order_not_found`',
      content: { 'application/problem+json': { schema: {} } },
    });
  });

  test('describes a parameter whose schema is a component', () => {
    const compare = paths['/api/admin/analytics']?.get?.parameters?.find(
      (parameter) => Object(parameter).name === 'compare',
    );

    expect(compare).toMatchObject({
      description: 'The earlier days to compare with; `previous` by default.',
      schema: { allOf: [{ $ref: '#/components/schemas/ComparisonInput' }] },
    });
  });

  test('has no union of which an option was lost', () => {
    const unions: unknown[][] = [];
    JSON.parse(JSON.stringify({ paths, components }), (key, part) => {
      if (key === 'anyOf') unions.push(part);
      return part;
    });

    expect(unions.length).toBeGreaterThan(100);
    expect(unions.filter((options) => options.length < 2)).toEqual([]);
  });

  test('describes files by media type, as request and as response', () => {
    const types = (part: unknown) => Object.keys(Object(part).content);

    expect(types(paths['/api/admin/images']?.post?.requestBody)).toContain('image/avif');
    expect(types(paths['/api/admin/product-imports']?.post?.requestBody)).toEqual(['text/csv']);
    expect(types(paths['/api/admin/orders/export']?.get?.responses?.[200])).toEqual(['text/csv']);
    expect(types(paths['/api/notifications/stream']?.get?.responses?.[200])).toEqual(['text/event-stream']);
  });
});

describe('the check of responses', () => {
  const violationsIn = responseValidator(app);
  const operation = operationsOf(app).find(({ id }) => id === 'getOrder');
  if (!operation) throw new Error('There is no operation getOrder.');

  test.each([
    ['status', { statusCode: 418 }],
    ['media type', { headers: { 'content-type': 'application/json' } }],
    ['header', { headers: { 'content-type': 'application/problem+json', link: '<a>; rel="next"' } }],
    ['error code', { code: 'order_lost' }],
    ['field', { internal: true }],
  ])('reports an undeclared %s', async (_what, { statusCode, headers, ...fields }: Record<string, unknown>) => {
    const ada = await aShopper();
    const response = await ada.get('/api/orders/01890000-0000-7000-8000-000000000000');
    const answer = { statusCode: response.statusCode, headers: response.headers, body: response.body };
    const changed = {
      statusCode: Number(statusCode ?? response.statusCode),
      headers: Object(headers ?? response.headers),
      body: JSON.stringify({ ...response.json(), ...fields }),
    };

    expect(violationsIn(operation, answer)).toEqual([]);
    expect(violationsIn(operation, changed)).toHaveLength(1);
  });

  test('accepts a response without a body, and one that is not modified', async () => {
    const { headers } = await guest.get('/api/products/brands');

    expect((await guest.post('/api/auth/logout')).statusCode).toBe(204);
    expect((await guest.get('/api/products/brands', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });
});
