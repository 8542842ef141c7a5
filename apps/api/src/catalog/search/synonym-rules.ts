import { PHRASE_WORDS_MAX } from '@shop/contracts/catalog/synonym-constants';
import { wordForms } from './rules.ts';

/** The other words, without phrases, of the groups that contain this word in singular or plural. */
export function synonymsIn(groups: string[][], word: string) {
  const forms = wordForms(word);
  const shared = groups.filter((group) => group.some((member) => forms.includes(member)));
  return [...new Set(shared.flat())].filter((member) => !forms.includes(member) && !isPhrase(member));
}

const isPhrase = (member: string) => member.includes(' ');

/** Where a query has several words in a row that a group may have as a phrase, in singular and plural. */
type Phrase = { at: number; words: string[]; forms: string[] };

export const phrasesIn = (tokens: string[]): Phrase[] =>
  tokens.flatMap((_, at) =>
    Array.from({ length: PHRASE_WORDS_MAX - 1 }, (_unused, more) => tokens.slice(at, at + more + 2))
      .filter((words, more) => words.length === more + 2)
      .map((words) => {
        const [before, last = ''] = [words.slice(0, -1), words.at(-1)];
        return { at, words, forms: wordForms(last).map((form) => [...before, form].join(' ')) };
      }),
  );

/**
 * The synonyms of the words of a query that are a phrase of a group, by word. Each word has the one at its place in the
 * other phrases, and the last word their last, which names the kind: "nose pin" is "nose ring", and a pin alone is not.
 */
export function phraseSynonyms(groups: string[][], tokens: string[]) {
  const found = new Map<string, string[]>();
  for (const { words, forms } of phrasesIn(tokens)) {
    const shared = groups.filter((group) => group.some((member) => forms.includes(member)));
    const others = shared.flat().filter((member) => !forms.includes(member));
    if (shared.length === 0) continue;
    for (const [place, word] of words.entries()) {
      const isLast = place === words.length - 1;
      const meant = others
        .map((other) => other.split(' '))
        .map((other) => (isLast ? undefined : other[place]) ?? other.at(-1) ?? '');
      found.set(
        word,
        [...new Set([...(found.get(word) ?? []), ...meant])].filter((one) => one !== word),
      );
    }
  }
  return found;
}
