/** In square brackets, as in "[registered company name]"; not a link, a footnote or a check box. */
const BRACKETS = /(?<!\])\[[^\][\n]{3,80}\](?![([:])/g;
/** Reserved for documentation (RFC 2606): emails to it are lost. */
const EXAMPLE_EMAILS = /[\w.+-]+@(?:[\w-]+\.)*example\.(?:com|net|org)/g;

/** What the owner has not filled in yet, each once. */
export const unfilledPlaceholders = (text: string) => [
  ...new Set([...text.matchAll(BRACKETS), ...text.matchAll(EXAMPLE_EMAILS)].map(([found]) => found)),
];
