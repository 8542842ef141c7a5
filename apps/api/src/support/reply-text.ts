/** Where email clients put the message that is replied to. */
const QUOTE_STARTS = [
  /^>/,
  /^-{2,}\s*(original message|forwarded message)\s*-{2,}$/i,
  /^_{10,}$/,
  /^on\b.{5,}\bwrote:$/i,
  /^from:\s.+@/i,
];

const isQuoteStart = (line: string) => QUOTE_STARTS.some((pattern) => pattern.test(line));

/**
 * What the customer wrote, without the quoted email below it. Clients wrap 'On …, … wrote:' over two lines. Empty if the
 * email has only a quote.
 */
export function visibleReply(text: string, limit: number) {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line, index) => {
    const [here, next] = [line.trim(), lines[index + 1]?.trim() ?? ''];
    return isQuoteStart(here) || (/^on\b/i.test(here) && /wrote:$/i.test(next) && isQuoteStart(`${here} ${next}`));
  });
  const written = (end === -1 ? lines : lines.slice(0, end)).join('\n').replace(/\n{3,}/g, '\n\n');
  const [reply = ''] = written.split(/\n-- \n/);
  return [...reply.trim()].slice(0, limit).join('').trim();
}
