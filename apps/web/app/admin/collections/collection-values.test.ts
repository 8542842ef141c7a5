import { describe, expect, test } from 'vitest';
import {
  applyRuleIntent,
  draftOf,
  pickedAfter,
  previewFields,
  readValues,
  savedCode,
  savedCounts,
  valuesOf,
} from './collection-values.ts';

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const priceRule = { 'rules.0.field': 'price', 'rules.0.operator': 'at-most', 'rules.0.value': '99.5' };

describe('the form of a collection', () => {
  test('sends amounts as numbers, an empty image as none, and no value for rules without one', () => {
    const stock = { 'rules.1.field': 'stock', 'rules.1.operator': 'is', 'rules.1.value': '' };
    const values = readValues(formOf({ kind: 'rules', image: ' ', ...priceRule, ...stock }));

    expect(draftOf(values)).toMatchObject({
      image: null,
      rules: [
        { field: 'price', operator: 'at-most', value: 99.5 },
        { field: 'stock', operator: 'is' },
      ],
    });
  });

  test('replaces an operator that does not belong to the chosen field', () => {
    const { rules } = readValues(formOf({ ...priceRule, 'rules.0.operator': 'is-not' }));

    expect(rules).toMatchObject([{ field: 'price', operator: 'at-least', value: '99.5' }]);
  });

  test('adds and removes rules before hydration', () => {
    const values = readValues(formOf(priceRule));
    const added = applyRuleIntent(values, 'add-rule');

    expect(added.rules.map(({ field }) => field)).toEqual(['price', 'tag']);
    expect(applyRuleIntent(added, 'remove-rule:0').rules.map(({ field }) => field)).toEqual(['tag']);
  });

  test('has the same key for the same saved values, so that typed values stay when products are picked', () => {
    const keyOf = () => JSON.stringify(draftOf(valuesOf()));

    expect(keyOf()).toBe(keyOf());
  });

  test('reads the rules that a preview sends', () => {
    const values = valuesOf();
    const { rules } = readValues(formOf(previewFields(values)));

    expect(rules).toMatchObject([{ field: 'tag', operator: 'is', value: '' }]);
  });
});

test('a save names the numbers of products only if they change', () => {
  expect(savedCode('3', '3')).toBe('saved');
  expect(savedCounts(savedCode('15', '1000+'))).toEqual({ before: '15', after: '1000+' });
  expect(savedCounts('saved:<b>:1')).toBeUndefined();
});

test('picked products are added, removed and moved within the list', () => {
  const ids = ['a', 'b', 'c'];

  expect(pickedAfter(ids, 'add', 'd')).toEqual(['a', 'b', 'c', 'd']);
  expect(pickedAfter(ids, 'add', 'a')).toEqual(ids);
  expect(pickedAfter(ids, 'remove', 'b')).toEqual(['a', 'c']);
  expect(pickedAfter(ids, 'up', 'c')).toEqual(['a', 'c', 'b']);
  expect(pickedAfter(ids, 'up', 'a')).toEqual(ids);
  expect(pickedAfter(ids, 'down', 'c')).toEqual(ids);
});
