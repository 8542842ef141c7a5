import { expect, test } from 'vitest';
import { chanceOf, valueFor } from './fuzz-values.ts';

const components = { '#/components/schemas/Id': { type: 'string', format: 'uuid' } } as const;
const known = { ids: ['the id'], emails: [], texts: [], refs: (ref: string) => Object(components)[ref] };

test('a component with a description of its own has the values of the component', () => {
  const described = { description: 'The order.', allOf: [{ $ref: '#/components/schemas/Id' }] };

  expect(valueFor(described, chanceOf(1), known)).toBe('the id');
});

test('several parts of a schema are merged', () => {
  const both = ['one', 'other'].map((name) => ({ required: [name], properties: { [name]: { const: name } } }));

  expect(valueFor({ allOf: both }, chanceOf(1), known)).toEqual({ one: 'one', other: 'other' });
});
