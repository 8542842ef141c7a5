import { describe, expect, test } from 'vitest';
import { mergeExamples } from './api-examples.ts';
import { findUnanswered } from './openapi-examples.ts';

const list = { id: 'listOrders', status: 200, name: 'example' };

test('keeps the first example of each operation, status and error code, and prefers a list with items', () => {
  const merged = mergeExamples([
    { ...list, response: [], isEmpty: true },
    { ...list, response: [{ number: '10000001' }], isEmpty: false },
    { ...list, response: [{ number: '10000002' }], isEmpty: false },
    { id: 'logOut', status: 204, name: 'example', isEmpty: true },
    { id: 'cancelOrder', status: 409, name: 'order_not_cancellable', response: { status: 409 }, isEmpty: false },
  ]);

  expect(merged).toEqual({
    cancelOrder: { responses: { 409: { order_not_cancellable: { status: 409 } } } },
    listOrders: { responses: { 200: { example: [{ number: '10000001' }] } } },
    logOut: { responses: { 204: {} } },
  });
  expect(Object.keys(merged)).toEqual(['cancelOrder', 'listOrders', 'logOut']);
});

describe('operations without an answered example', () => {
  const json = { content: { 'application/json': {} } };
  const operation = (operationId: string, responses: object) => ({ get: { operationId, responses } });
  const paths = {
    '/orders': operation('listOrders', { 200: json, 401: json }),
    '/logout': operation('logOut', { 204: {} }),
    '/export': operation('exportOrders', { 200: { content: { 'text/csv': {} } } }),
  };
  const answered = {
    listOrders: { responses: { 200: { example: [] } } },
    logOut: { responses: { 204: {} } },
    exportOrders: { responses: { 200: {} } },
  };

  test('are those that no test was answered by, or not with the body that they declare', () => {
    expect(findUnanswered({ paths }, answered, {})).toEqual([]);
    expect(findUnanswered({ paths }, { listOrders: { responses: { 200: {}, 401: { example: {} } } } }, {})).toEqual([
      'listOrders: no test has recorded a success',
      'logOut: no test has recorded a success',
      'exportOrders: no test has recorded a success',
    ]);
  });

  test('may be listed with a reason, as long as they have none', () => {
    const { logOut, ...others } = answered;
    const exceptions = { logOut: 'no test logs out' };

    expect(findUnanswered({ paths }, others, exceptions)).toEqual([]);
    expect(findUnanswered({ paths }, { ...others, logOut }, exceptions)).toEqual([
      'logOut: has an example, and need not be an exception',
    ]);
  });
});
