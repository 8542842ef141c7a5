import { describe, expect, test } from 'vitest';
import type { LexiconWord } from './rules.ts';
import { closestSpellings, editDistance } from './spelling-rules.ts';

const word = (text: string, key: number, counts: Partial<LexiconWord> = {}): LexiconWord => ({
  key: `${key}`,
  word: text,
  inNames: 0,
  inTags: 0,
  inLabels: 0,
  inDescriptions: 0,
  ...counts,
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

  const spellings = (typed: string, similar: LexiconWord[]) => closestSpellings(typed, similar).map((one) => one.word);

  test('finds the closest words without punctuation', () => {
    const similar = [word('"necklace".', 8), word('necklaces', 12), word('lace', 16)];

    expect(spellings('neclace', similar)).toEqual(['necklace', 'necklaces']);
  });

  test('prefers the more common of two words at the same distance', () => {
    const similar = [word('cart', 4), word('card', 8, { inNames: 3 })];

    expect(spellings('carx', similar)).toEqual(['card', 'cart']);
  });

  test('allows one edit in words of up to 6 characters, and two from 7 on', () => {
    expect(spellings('xqz', [word('ring', 4)])).toEqual([]);
    expect(spellings('choker', [word('chosen', 4)])).toEqual([]);
    expect(spellings('amythes', [word('amethys', 4)])).toEqual(['amethys']);
    expect(spellings('xmythes', [word('amethys', 4)])).toEqual([]);
    expect(spellings('xqz', [])).toEqual([]);
  });
});
