import { describe, expect, test } from 'vitest';
import { closestSpellings, editDistance, type LexiconWord, queryWord, searchStages, wordForms } from './rules.ts';

const word = (text: string, key: number, counts: Partial<LexiconWord> = {}): LexiconWord => ({
  key: `${key}`,
  word: text,
  in_names: 0,
  in_tags: 0,
  in_labels: 0,
  in_descriptions: 0,
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
  ])('of %s include %s', (typed, form) => {
    expect(wordForms(typed)).toContain(form);
  });

  test('include the word itself, and do not take glass for a plural', () => {
    expect(wordForms('s')).toEqual(['s']);
    expect(wordForms('glass')).toEqual(['glass']);
  });
});

describe('spelling correction', () => {
  test.each([
    ['ring', 'ring', 0],
    ['neclace', 'necklace', 1],
    ['sweatre', 'sweater', 1],
    ['cristal', 'crystal', 1],
    ['', 'ring', 4],
    ['tea', 'eat', 2],
  ])('edit distance of %s and %s is %i', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });

  test('returns the closest words, with or without trailing punctuation', () => {
    const similar = [word('necklace', 4), word('necklace.', 8), word('necklaces', 12), word('lace', 16)];

    expect(closestSpellings('neclace', similar).map((meant) => meant.word)).toEqual(['necklace', 'necklace.']);
  });

  test('returns nothing if all words are too far away', () => {
    expect(closestSpellings('xqz', [word('ring', 4)])).toEqual([]);
    expect(closestSpellings('xqz', [])).toEqual([]);
  });
});

describe('terms of query words', () => {
  test('are grouped by place and closeness of the match', () => {
    const { tiers } = queryWord(
      'ring',
      [word('ring', 4, { in_names: 5, in_tags: 2 }), word('ringlet', 8), word('string', 12, { in_descriptions: 7 })],
      false,
    );

    expect(tiers.map(({ keys }) => keys)).toEqual([
      ['4'],
      ['8'],
      ['12'],
      ['5', '9', '13'],
      ['6', '10', '14'],
      ['7', '11', '15'],
    ]);
    expect(tiers.map(({ estimate }) => estimate)).toEqual([5, 0, 0, 2, 0, 7]);
  });

  test('are required together in the first stage', () => {
    const [ring, silver] = [
      queryWord('ring', [word('ring', 4)], false),
      queryWord('silver', [word('silver', 8)], false),
    ];

    const stages = searchStages([ring, silver]).map((condition) =>
      condition.map((sets) => sets.map(({ keys }) => keys)),
    );

    expect(stages[0]).toEqual([[['4'], ['8']]]);
    expect(stages.at(-1)).toEqual([[['7']], [['11']]]);
  });
});
