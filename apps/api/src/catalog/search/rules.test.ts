import { describe, expect, test } from 'vitest';
import { type LexiconWord, queryWord, TIERS, tierOf, wordForms } from './rules.ts';
import { searchStages } from './staged.ts';

const word = (text: string, key: number, counts: Partial<LexiconWord> = {}): LexiconWord => ({
  key: `${key}`,
  word: text,
  inNames: 0,
  inTags: 0,
  inLabels: 0,
  inDescriptions: 0,
  ...counts,
});

describe('word forms', () => {
  test.each([
    ['rings', 'ring'],
    ['brooches', 'brooch'],
    ['accessories', 'accessory'],
    ['accessory', 'accessories'],
    ['scarves', 'scarf'],
    ['dresses', 'dress'],
    ['earring', 'earrings'],
    ['watch', 'watches'],
    ['scarf', 'scarves'],
  ])('of %s include %s', (typed, form) => {
    expect(wordForms(typed)).toContain(form);
  });

  test('include the word itself, and do not take glass for a plural', () => {
    expect(wordForms('s')).toEqual(['s']);
    expect(wordForms('glass')).toEqual(['glass', 'glasses']);
  });
});

describe('terms of query words', () => {
  test('are grouped by closeness and place of the match', () => {
    const ring = word('ring', 4, { inNames: 5, inTags: 2 });
    const fitting = [ring, word('key-ring', 8), word('ringlet', 12), word('string', 16, { inDescriptions: 7 })];
    const synonyms = [{ word: 'band', fitting: [word('band', 20)] }];

    const { tiers, kinds, atLeast } = queryWord('ring', { fitting, synonyms, vague: false });

    const keys = Object.fromEntries(TIERS.map((tier, at) => [tier, tiers[at]?.keys]));
    expect(keys).toMatchObject({
      name: ['4', '8'],
      synonymName: ['20'],
      tag: ['5', '9'],
      description: ['7'],
      synonymDescription: ['11', '23'],
      nameStart: ['12'],
      namePart: ['16'],
      descriptionPart: ['15', '19'],
    });
    expect(tiers.map(({ estimate }) => estimate).filter(Boolean)).toEqual([5, 2, 7]);
    expect(atLeast).toBe(7);
    expect(kinds).toContainEqual({ kind: 'rings', tier: tierOf('kind') });
    expect(kinds).toContainEqual({ kind: 'band', tier: tierOf('synonymName') });
  });

  test('are required together in the first stage', () => {
    const [ring, silver] = [
      queryWord('ring', { fitting: [word('ring', 4)], vague: false }),
      queryWord('silver', { fitting: [word('silver', 8)], vague: false }),
    ];

    const stages = searchStages([ring, silver]).map((condition) =>
      condition.map((sets) => sets.map(({ keys }) => keys)),
    );

    expect(stages[0]).toEqual([[['4'], ['8']]]);
    expect(stages[4 + tierOf('description')]).toEqual([[['7']], [['11']]]);
  });
});
