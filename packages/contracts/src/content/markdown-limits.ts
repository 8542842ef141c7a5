/** In one paragraph, heading or item of a list. Ordinary texts have up to 40. */
const MARKS_MAX = 200;
const LINKS_MAX = 20;
/** The squares of the marks of all paragraphs. Pages of the release have up to 3,000; two links in every sentence of a long page, 75,000. */
const SQUARES_MAX = 300_000;
/** Quotations and lists in each other, in one line. */
const DEPTH_MAX = 6;
const LENGTH_MAX = 5_000;
const LINES_MAX = 2_000;

/** Everything that Markdown may read as a mark. */
const MARKS = /[^\p{L}\p{N}\s.,;:'’“”"?()-]/gu;
const LINKS = /www\.|:\/\/|@/g;
const BEGINNING = /^[ \t]*(?:#|(?:[-+*]|\d{1,9}[.)])[ \t])/;
const NESTED = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])[ \t]))*/;

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/**
 * Whether Markdown parsers would take long to read a text: their time grows with the square of the marks in a paragraph, so
 * that 4,000 characters take seconds, and deep nesting ends in an error. No text that someone wrote is affected. Takes a time
 * that grows with the length only.
 */
export function hasTooManyMarks(markdown: string) {
  let [marks, links, length, squares] = [0, 0, 0, 0];
  const lines = markdown.split('\n');
  if (lines.length > LINES_MAX) return true;
  for (const line of lines) {
    if (line.trim() === '' || BEGINNING.test(line)) [marks, links, length] = [0, 0, 0];
    const more = countOf(line, MARKS);
    squares += more * (2 * marks + more);
    marks += more;
    links += countOf(line, LINKS);
    length += line.length;
    if (marks > MARKS_MAX || links > LINKS_MAX || length > LENGTH_MAX || squares > SQUARES_MAX) return true;
    if (countOf(NESTED.exec(line)?.[0] ?? '', /[-+*>]|\d+/g) > DEPTH_MAX) return true;
  }
  return false;
}
