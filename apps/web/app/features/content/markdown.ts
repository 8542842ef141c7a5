import { lexer, type Token } from 'marked';
import type { Article, Block, InlineContent } from './article.ts';

/** With fewer headings, a table of contents is not useful. */
const CONTENTS_MIN_HEADINGS = 8;

/** Throws on unsupported Markdown, including raw HTML. */
export function readArticle(markdown: string): Article {
  const tokens = lexer(markdown);
  const title = tokens.find((token) => token.type === 'heading' && token.depth === 1);
  const blocks = tokens.filter((token) => token !== title && token.type !== 'space').map(readBlock);
  const headings = blocks.filter((block) => block.type === 'heading');
  return {
    heading: textOf(readInlineTokens(title ? [title] : [])),
    blocks,
    contents: headings.length < CONTENTS_MIN_HEADINGS ? [] : headings.filter(({ level }) => level === 2),
  };
}

function readBlock(token: Token): Block {
  if (token.type === 'heading' && (token.depth === 2 || token.depth === 3)) {
    const text = textOf(readInlineTokens(token.tokens));
    return { type: 'heading', level: token.depth, id: idOf(text), text };
  }
  if (token.type === 'paragraph') return { type: 'paragraph', content: readInlineTokens(token.tokens) };
  if (token.type === 'list')
    return { type: 'list', ordered: token.ordered, items: token.items.map((item: Token) => readInlineTokens([item])) };
  throw unsupportedToken(token);
}

/** Tokens that only wrap inline content. */
const WRAPPER_TOKENS = new Set(['heading', 'list_item', 'paragraph', 'text']);

const readInlineTokens = (tokens: Token[] = []): InlineContent => tokens.flatMap(readInline);

function readInline(token: Token): InlineContent {
  if (token.type === 'strong') return [{ strong: readInlineTokens(token.tokens) }];
  if (token.type === 'link') return [{ link: token.href, content: readInlineTokens(token.tokens) }];
  if (token.type === 'text' && !token.tokens) return [token.text];
  if (WRAPPER_TOKENS.has(token.type) && 'tokens' in token) return readInlineTokens(token.tokens);
  throw unsupportedToken(token);
}

const unsupportedToken = (token: Token) => new Error(`Unsupported Markdown (${token.type}): ${token.raw}`);

const textOf = (content: InlineContent): string =>
  content
    .map((node) => (typeof node === 'string' ? node : textOf('strong' in node ? node.strong : node.content)))
    .join('');

/** 'Payment and currency' → 'payment-and-currency', so that other pages can link to it. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
