export const SYNONYM_GROUPS_MAX = 500;
export const SYNONYMS_MAX = 20;
export const SYNONYM_LENGTH_MAX = 40;
/** Of a phrase. */
export const PHRASE_WORDS_MAX = 4;

/** The words and phrases of a text field or URL, separated by commas. */
export const splitSynonyms = (text: string) => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[,;\n]/)
      .map((phrase) => phrase.trim().replace(/\s+/g, ' '))
      .filter(Boolean),
  ),
];
