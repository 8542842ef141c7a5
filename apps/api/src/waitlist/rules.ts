/** Nobody waits for more pieces than this at once. */
export const MOST_WISHES = 50;

const FOR_EACH_PIECE = 10;
const MOST_AT_ONCE = 500;

/**
 * How many are told in a minute of so many pieces. Ten for each: most who ask do not buy, and to tell ten thousand of
 * five pieces would send nearly all of them to an empty shelf. Who is not told keeps waiting, and is while there are any.
 */
export const wave = (available: number) => Math.min(available * FOR_EACH_PIECE, MOST_AT_ONCE);

/** The page of the piece, with its options chosen. */
export function pathOf({ slug, options }: { slug: string; options: Record<string, string> }) {
  const choice = new URLSearchParams(options).toString();
  return choice ? `/product/${slug}?${choice}` : `/product/${slug}`;
}

export const optionsInWords = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
