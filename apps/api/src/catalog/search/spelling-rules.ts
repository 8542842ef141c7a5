import type { LexiconWord } from './rules.ts';

type Similar = Pick<LexiconWord, 'word'> & Partial<LexiconWord>;

/** From this length on two edits are still a typo; in shorter words they make another word. */
const TWO_EDITS_FROM = 7;

/** The similar words that a typo could have meant: the nearest first, and of these the most common. */
export function closestSpellings(typed: string, similar: Similar[]) {
  const most = typed.length < TWO_EDITS_FROM ? 1 : 2;
  return similar
    .map((found) => {
      const word = found.word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
      return { key: found.key, word, distance: editDistance(typed, word), products: productsOf(found) };
    })
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || b.products - a.products || a.word.localeCompare(b.word));
}

/** Roughly; words of names count most. */
const productsOf = ({ inNames = 0, inTags = 0, inLabels = 0, inDescriptions = 0 }: Similar) =>
  4 * inNames + inTags + inLabels + inDescriptions;

/** Damerau-Levenshtein edit distance: characters to insert, delete, substitute or swap with their neighbor. */
export function editDistance(from: string, to: string) {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(
        Math.min(
          at(above, j) + 1,
          at(row, j - 1) + 1,
          at(above, j - 1) + same,
          swapped ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, above] = [above, row];
  }
  return at(above, to.length);
}

const at = (row: number[], place: number) => row[place] ?? Number.POSITIVE_INFINITY;
