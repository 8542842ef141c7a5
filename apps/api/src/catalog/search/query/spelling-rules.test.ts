import { describe, expect, test } from 'vitest';
import type { LexiconWord } from '../rules.ts';
import { closestSpelling, editDistance } from './spelling-rules.ts';

const word = (text: string, key: number, counts: Partial<LexiconWord> = {}): LexiconWord => ({
  key: `${key}`,
  word: text,
  in_names: 0,
  in_tags: 0,
  in_labels: 0,
  in_descriptions: 0,
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

  test('returns the closest word without punctuation', () => {
    const similar = [word('"necklace".', 8), word('necklaces', 12), word('lace', 16)];

    expect(closestSpelling('neclace', similar)).toBe('necklace');
  });

  test('prefers the more common of two words at the same distance', () => {
    const similar = [word('cart', 4), word('card', 8, { in_names: 3 })];

    expect(closestSpelling('carx', similar)).toBe('card');
  });

  test('returns nothing if all words are too far away', () => {
    expect(closestSpelling('xqz', [word('ring', 4)])).toBeUndefined();
    expect(closestSpelling('xqz', [])).toBeUndefined();
  });
});
