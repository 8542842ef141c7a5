const SEARCHES_MAX = 3;

/** The last words of names, without remarks in parentheses: searches that find these products. */
export const kindsOf = (names: string[]) =>
  [
    ...new Set(
      names.map((name) =>
        name
          .replace(/\s*\(.*$/, '')
          .split(/\s+/)
          .at(-1)
          ?.toLowerCase(),
      ),
    ),
  ]
    .filter((kind): kind is string => !!kind)
    .slice(0, SEARCHES_MAX);
