import { Amount, Id, Minor, Moment } from '@shop/contracts/common/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { descriptionOf } from './openapi-descriptions.ts';

const Slug = z.string().describe('The part of its URL.');

const unit = (schema: z.ZodType) => schema.description;

test.each([
  ['an amount', Amount.describe('What the customer pays.'), Amount],
  ['a limited amount', Amount.min(1).describe('What the customer pays.'), Amount],
  ['an amount or null', Amount.nullable().default(null).describe('What the customer pays.'), Amount],
  ['a described amount that is optional', Amount.describe('What the customer pays.').optional(), Amount],
  ['an amount in minor units', Minor.describe('What the customer pays.'), Minor],
])('the description of %s is followed by the unit', (_what, schema, type) => {
  expect(descriptionOf(schema)).toBe(`What the customer pays. ${unit(type)}`);
});

test.each([
  ['an amount', Amount.nullable(), Amount],
  ['a limited amount', Amount.min(1), Amount],
  ['an optional text', Slug.optional(), Slug],
  ['a text or null', Slug.nullable().default(null), Slug],
])('without a description of its own, %s has that of its type', (_what, schema, type) => {
  expect(descriptionOf(schema)).toBe(unit(type));
});

test('a described id or moment needs no word about its type', () => {
  expect(descriptionOf(Id.nullable().describe('The customer who placed it.'))).toBe('The customer who placed it.');
  expect(descriptionOf(Moment.describe('When it was placed.'))).toBe('When it was placed.');
});

test('a reference to a component leaves its description to the component', () => {
  const Part = z.object({}).meta({ id: 'PartOfTheDescriptionsTest', description: 'A part.' });

  expect(descriptionOf(Part.nullable())).toBeUndefined();
  expect(descriptionOf(Id.nullable().default(null))).toBeUndefined();
  expect(descriptionOf(Moment.optional())).toBeUndefined();
  expect(descriptionOf(Part.nullable().describe('The spare one.'))).toBe('The spare one.');
});
