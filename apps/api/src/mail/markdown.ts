import { hasTooManyMarks } from '@shop/contracts/content/markdown-limits';
import { lexer, type Token } from 'marked';

export type Inline = string | { strong: Inline[] } | { emphasis: Inline[] } | { link: string; content: Inline[] };
export type TextBlock =
  | { type: 'heading' | 'paragraph'; content: Inline[] }
  | { type: 'list'; ordered: boolean; items: Inline[][] };

/**
 * The Markdown of product descriptions: paragraphs, headings, lists, bold, italic and links. Anything else, raw HTML
 * and unsafe links among it, is shown as it was typed.
 */
export const readMarkdown = (markdown: string): TextBlock[] =>
  hasTooManyMarks(markdown)
    ? [{ type: 'paragraph', content: [markdown] }]
    : lexer(markdown)
        .filter(({ type }) => type !== 'space')
        .map(readBlock);

function readBlock(token: Token): TextBlock {
  if (token.type === 'heading') return { type: 'heading', content: readAll(token.tokens) };
  if (token.type === 'paragraph') return { type: 'paragraph', content: readAll(token.tokens) };
  if (token.type === 'list') return { type: 'list', ordered: token.ordered, items: token.items.flatMap(readItem) };
  return { type: 'paragraph', content: [token.raw.trimEnd()] };
}

/** Items of a nested list follow the item that contains it. */
function readItem(item: Token): Inline[][] {
  const tokens: Token[] = 'tokens' in item ? (item.tokens ?? []) : [];
  const nested = tokens.flatMap((token) => (token.type === 'list' ? token.items.flatMap(readItem) : []));
  return [readAll(tokens.filter(({ type }) => type !== 'list')), ...nested];
}

const readAll = (tokens: Token[] = []): Inline[] => tokens.flatMap(readInline);

/** Tokens that only wrap inline content. */
const WRAPPERS = new Set(['heading', 'list_item', 'paragraph', 'text']);

function readInline(token: Token): Inline[] {
  if (token.type === 'strong') return [{ strong: readAll(token.tokens) }];
  if (token.type === 'em') return [{ emphasis: readAll(token.tokens) }];
  if (token.type === 'link' && isSafeLink(token.href)) return [{ link: token.href, content: readAll(token.tokens) }];
  if (token.type === 'br') return ['\n'];
  if (token.type === 'escape' || (token.type === 'text' && !token.tokens)) return [token.text];
  if (WRAPPERS.has(token.type) && 'tokens' in token) return readAll(token.tokens);
  return [token.raw.trimEnd()];
}

/** Own paths, https and email; a section of the page leads nowhere in an email. */
const isSafeLink = (href: string) => /^(?:https:\/\/|mailto:|\/(?![/\\]))[^\s\\]*$/i.test(href);
