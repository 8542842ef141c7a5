export const MAX_ENTRIES_PER_EMAIL = 50;

const EMAILS_PER_UNIT = 10;
const MAX_EMAILS_PER_RUN = 500;

/**
 * Emails per minute for this many available units. Ten for each: most recipients do not buy, and to email ten thousand
 * about five units would send nearly all of them to an out-of-stock product. The others follow while there is stock.
 */
export const batchSize = (available: number) => Math.min(available * EMAILS_PER_UNIT, MAX_EMAILS_PER_RUN);

/** The product page with the options of the variant selected. */
export function productPath({ slug, options }: { slug: string; options: Record<string, string> }) {
  const query = new URLSearchParams(options).toString();
  return query ? `/product/${slug}?${query}` : `/product/${slug}`;
}

export const formatOptions = (options: Record<string, string>) =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');
