/** Nobody waits for more pieces than this at once. */
export const MAX_ENTRIES_PER_EMAIL = 50;

const EMAILS_PER_UNIT = 10;
const MAX_EMAILS_PER_RUN = 500;

/**
 * How many are told in a minute of so many pieces. Ten for each: most who ask do not buy, and to tell ten thousand of
 * five pieces would send nearly all of them to an empty shelf. Who is not told keeps waiting, and is while there are any.
 */
export const batchSize = (available: number) => Math.min(available * EMAILS_PER_UNIT, MAX_EMAILS_PER_RUN);

/** The page of the piece, with its options chosen. */
export function productPath({ slug, options }: { slug: string; options: Record<string, string> }) {
  const query = new URLSearchParams(options).toString();
  return query ? `/product/${slug}?${query}` : `/product/${slug}`;
}

export const formatOptions = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
