import { expect, test } from 'vitest';
import { mergeExamples } from './api-examples.ts';

const list = { id: 'listOrders', status: 200, name: 'example' };

test('keeps the first example of each operation, status and error code, and prefers a list with items', () => {
  const merged = mergeExamples([
    { ...list, response: [], isEmpty: true },
    { ...list, response: [{ number: '10000001' }], isEmpty: false },
    { ...list, response: [{ number: '10000002' }], isEmpty: false },
    { id: 'cancelOrder', status: 409, name: 'order_not_cancellable', response: { status: 409 }, isEmpty: false },
  ]);

  expect(merged).toEqual({
    cancelOrder: { responses: { 409: { order_not_cancellable: { status: 409 } } } },
    listOrders: { responses: { 200: { example: [{ number: '10000001' }] } } },
  });
  expect(Object.keys(merged)).toEqual(['cancelOrder', 'listOrders']);
});
