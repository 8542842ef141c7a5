import { describe, expect, test } from 'vitest';
import { changelogOf, declaredIn, undeclared } from './api-changes.ts';
import { compareDocuments } from './openapi-changes.ts';

type Fields = Record<string, object>;
const problem = (...codes: string[]) => ({
  content: {
    'application/problem+json': {
      schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
    },
  },
});

/** An API of one operation, which takes a draft and answers with an order. */
function anApi(parts: { order?: Fields; required?: string[]; draft?: object; operation?: object } = {}) {
  const { order = { total: { type: 'number' } }, required = Object.keys(order), draft = { type: 'object' } } = parts;
  const ref = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  return {
    paths: {
      '/orders': {
        post: {
          operationId: 'createOrder',
          requestBody: { required: true, ...ref('Draft') },
          responses: { 201: ref('Order'), 409: { $ref: '#/components/responses/CartEmpty409' } },
          ...parts.operation,
        },
      },
    },
    components: {
      schemas: { Order: { type: 'object', properties: order, required }, Draft: draft },
      responses: { CartEmpty409: problem('cart_empty') },
    },
  };
}

const changes = (from: object, to: object) => compareDocuments(from, to).map(({ kind, text }) => `${kind} ${text}`);
const fields = (properties: Fields, required: string[] = []) => ({ draft: { type: 'object', properties, required } });

test('finds nothing in a document that only says the same in another way', () => {
  const described = anApi({ order: { total: { type: 'number', description: 'What is paid.' } } });
  const shared = anApi({
    operation: { responses: { 201: { $ref: '#/components/responses/Created' }, 409: problem('cart_empty') } },
  });
  const { 201: created } = described.paths['/orders'].post.responses;
  const components = { ...described.components, responses: { Created: created } };

  expect(changes(anApi(), { ...shared, components })).toEqual([]);
});

describe('for a response', () => {
  test.each([
    ['a new field', { total: { type: 'number' }, note: {} }, ['added `Order note` added']],
    ['a removed field', {}, ['breaking `Order total` removed']],
    ['null', { total: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, ['breaking `Order total` can be null']],
    ['integers only', { total: { type: 'integer' } }, ['changed `Order total` is no longer number']],
  ])('%s', (_what, order, expected) => {
    expect(changes(anApi(), anApi({ order }))).toEqual(expected);
  });

  test('a field that can be missing breaks clients, a new value does not', () => {
    const order = (...values: string[]) => ({ order: { status: { type: 'string', enum: values } } });

    expect(changes(anApi(), anApi({ required: [] }))).toEqual(['breaking `Order total` can be missing']);
    expect(changes(anApi(order('pending')), anApi(order('pending', 'held')))).toEqual([
      'added `Order status` has the new value held',
    ]);
  });
});

describe('for a request', () => {
  const base = anApi(fields({ note: { type: 'string', maxLength: 100 } }));

  test.each([
    ['a new optional field', { note: { type: 'string', maxLength: 100 }, gift: {} }, ['added `Draft gift` added']],
    ['a removed field', {}, ['breaking `Draft note` removed']],
    [
      'a shorter text',
      { note: { type: 'string', maxLength: 50 } },
      ['breaking `Draft note` has maxLength 50 (before: 100)'],
    ],
    [
      'a longer text',
      { note: { type: 'string', maxLength: 200 } },
      ['changed `Draft note` has maxLength 200 (before: 100)'],
    ],
  ])('%s', (_what, properties, expected) => {
    expect(changes(base, anApi(fields(properties)))).toEqual(expected);
  });

  test('a new required field breaks clients, and so does one that becomes required', () => {
    const note = { note: { type: 'string', maxLength: 100 } };

    expect(changes(base, anApi(fields({ ...note, gift: {} }, ['gift'])))).toEqual([
      'breaking `Draft gift` added and required',
    ]);
    expect(changes(base, anApi(fields(note, ['note'])))).toEqual(['breaking `Draft note` is required']);
  });

  test('parameters are compared by place and name', () => {
    const query = (required: boolean) => ({
      operation: { parameters: [{ in: 'query', name: 'page', required, schema: {} }] },
    });

    expect(changes(anApi(), anApi(query(false)))).toEqual(['added `POST /orders query page` added']);
    expect(changes(anApi(), anApi(query(true)))).toEqual(['breaking `POST /orders query page` added and required']);
    expect(changes(anApi(query(true)), anApi())).toEqual(['breaking `POST /orders query page` removed']);
  });
});

describe('for operations', () => {
  test.each([
    ['an operation without a successor', [anApi(), { paths: {} }], ['breaking `POST /orders` removed']],
    ['a new operation', [{ paths: {} }, anApi()], ['added `POST /orders` added']],
    ['a deprecation', [anApi(), anApi({ operation: { deprecated: true } })], ['deprecated `POST /orders` deprecated']],
    ['a login', [anApi(), anApi({ operation: { security: [{}] } })], ['breaking `POST /orders` requires a login']],
  ])('%s', (_what, [from = {}, to = {}], expected) => {
    expect(changes(from, to)).toEqual(expected);
  });

  test('a new error code is added, a removed one breaks clients', () => {
    const { 201: created } = anApi().paths['/orders'].post.responses;
    const other = anApi({ operation: { responses: { 201: created, 409: problem('cart_full') } } });

    expect(changes(anApi(), other)).toEqual([
      'added `POST /orders 409` has the new code cart_full',
      'breaking `POST /orders 409` no longer has the code cart_empty',
    ]);
  });
});

test('a breaking change must be declared by its line, under the first heading', () => {
  const found = compareDocuments(anApi(), anApi({ order: { note: {} } }));
  const declarations = (line: string) =>
    declaredIn(`# Breaking changes\n\n## Unreleased\n\n${line}\n\n## 1.0\n\n- \`Order note\``);

  expect(changelogOf(found)).toBe('### Breaking\n\n- `Order total` removed\n\n### Added\n\n- `Order note` added');
  expect(undeclared(found, declarations('- `Order total` removed: read `charge`.'))).toEqual([]);
  expect(undeclared(found, declarations('- `Order totals` removed.'))).toHaveLength(1);
  expect(undeclared(found, declarations(''))).toHaveLength(1);
});
