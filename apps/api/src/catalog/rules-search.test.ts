import { describe, expect, test } from 'vitest';
import {
  closestSpellings,
  editDistance,
  type LexiconWord,
  queryWord,
  searchStages,
  wordForms,
} from './rules-search.ts';

const word = (text: string, key: number, counts: Partial<LexiconWord> = {}): LexiconWord => ({
  key: `${key}`,
  word: text,
  in_names: 0,
  in_tags: 0,
  in_labels: 0,
  in_descriptions: 0,
  ...counts,
});

describe('one or many', () => {
  test.each([
    ['rings', 'ring'],
    ['brooches', 'brooch'],
    ['accessories', 'accessory'],
    ['accessory', 'accessories'],
    ['scarves', 'scarf'],
    ['dresses', 'dress'],
  ])('%s may be %s', (typed, form) => {
    expect(wordForms(typed)).toContain(form);
  });

  test('a word is always itself, and glass is not many', () => {
    expect(wordForms('s')).toEqual(['s']);
    expect(wordForms('glass')).toEqual(['glass']);
  });
});

describe('a slip of the finger', () => {
  test.each([
    ['ring', 'ring', 0],
    ['neclace', 'necklace', 1],
    ['sweatre', 'sweater', 1],
    ['cristal', 'crystal', 1],
    ['', 'ring', 4],
    ['tea', 'eat', 2],
  ])('%s and %s are %i apart', (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
    expect(editDistance(to, from)).toBe(distance);
  });

  test('means the nearest words, with whatever sign stands behind them', () => {
    const similar = [word('necklace', 4), word('necklace.', 8), word('necklaces', 12), word('lace', 16)];

    expect(closestSpellings('neclace', similar).map((meant) => meant.word)).toEqual(['necklace', 'necklace.']);
  });

  test('is no explanation for a word that is far from all', () => {
    expect(closestSpellings('xqz', [word('ring', 4)])).toEqual([]);
    expect(closestSpellings('xqz', [])).toEqual([]);
  });
});

describe('the meanings of a word', () => {
  test('are kept by where they stand and how well they fit', () => {
    const { tiers: grades } = queryWord(
      'ring',
      [word('ring', 4, { in_names: 5, in_tags: 2 }), word('ringlet', 8), word('string', 12, { in_descriptions: 7 })],
      false,
    );

    expect(grades.map(({ keys }) => keys)).toEqual([
      ['4'],
      ['8'],
      ['12'],
      ['5', '9', '13'],
      ['6', '10', '14'],
      ['7', '11', '15'],
    ]);
    expect(grades.map(({ estimate }) => estimate)).toEqual([5, 0, 0, 2, 0, 7]);
  });

  test('of several words are asked for together first', () => {
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
