export const SYNONYM_GROUPS_MAX = 500;
export const SYNONYMS_MAX = 20;
export const SYNONYM_LENGTH_MAX = 40;

/** The words of a text field or URL, separated by commas or spaces. */
export const splitSynonyms = (text: string) => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];
