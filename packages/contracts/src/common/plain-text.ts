/** The longest bold or italic text; without a limit, unpaired marks would make the search quadratic. */
const MARKED_MAX = 500;

const HEADING = /^ {0,3}#{1,6}[ \t]+/gm;
const LIST_MARK = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+/gm;
const LINK = /\[([^\][\n]{1,500})\]\([^()\s]{0,2000}\)/g;
const BOLD = new RegExp(`(\\*\\*|__)(?=\\S)([^\\n]{1,${MARKED_MAX}}?)(?<=\\S)\\1`, 'g');
const ITALIC = new RegExp(`(?<![\\w*])([*_])(?=\\S)([^*_\\n]{1,${MARKED_MAX}}?)(?<=\\S)\\1(?![\\w*])`, 'g');

/**
 * The words of a text in Markdown, for where there is no formatting: search results, feeds, previews. Line breaks stay.
 * The search has its own: `plain_text` of the database.
 */
export const toPlainText = (markdown: string) =>
  markdown.replace(HEADING, '').replace(LIST_MARK, '').replace(LINK, '$1').replace(BOLD, '$2').replace(ITALIC, '$2');
