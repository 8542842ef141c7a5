import { expect, test } from 'vitest';
import { findUndescribed, repeatsName } from './openapi-descriptions.ts';

test.each([
  ['orderId', 'The id of the order.', true],
  ['orders', 'The order.', true],
  ['X-Total-Count', 'Total count', true],
  ['orderId', 'The order that it replaces.', false],
  ['total', 'What the customer pays.', false],
])('a description of %s as “%s” repeats the name: %s', (name, description, repeats) => {
  expect(repeatsName(name, description)).toBe(repeats);
});

const schemas = {
  Order: {
    description: 'An order as its customer sees it.',
    properties: {
      id: { type: 'string', description: 'The id.' },
      gift: { anyOf: [{ $ref: '#/components/schemas/Gift' }, { type: 'null' }] },
      items: { type: 'array', items: { properties: { quantity: { type: 'integer' } } } },
      properties: { description: 'What its options are named.', properties: { size: {} } },
    },
  },
  Gift: { description: 'An order for someone else.', properties: { message: { description: 'On the card.' } } },
};

test('finds undescribed properties at any depth, but not those whose component is described', () => {
  expect(findUndescribed({ components: { schemas } })).toEqual([
    '/schemas/Order/id: “The id.” only repeats the name',
    '/schemas/Order/items: has no description',
    '/schemas/Order/items/items/quantity: has no description',
    '/schemas/Order/properties/size: has no description',
  ]);
});

test('finds undescribed parameters and response headers', () => {
  const responses = { 200: { headers: { Link: { schema: {} } }, content: {} } };
  const parameters = [{ in: 'query', name: 'status', schema: { description: 'Of the order.' } }];

  expect(findUndescribed({ paths: { '/orders': { get: { parameters, responses } } } })).toEqual([
    '//orders/get/parameters/0 (status): has no description',
    '//orders/get/responses/200/headers/Link: has no description',
  ]);
});

test('a schema that narrows a described property need not repeat its description', () => {
  const narrowed = { allOf: [{ $ref: '#/components/schemas/Gift' }, { properties: { message: { enum: ['Hello'] } } }] };

  expect(findUndescribed({ components: { schemas: { Gift: schemas.Gift, Narrowed: narrowed } } })).toEqual([]);
});
