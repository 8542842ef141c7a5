import { lexer, type Token } from 'marked';
import type { Article, Block, Words } from './article.ts';

/** Below this many headings a list of them helps nobody. */
const LONG = 8;

/** Throws on what a page of text cannot hold, raw HTML among it. */
export function readArticle(markdown: string): Article {
  const tokens = lexer(markdown);
  const title = tokens.find((token) => token.type === 'heading' && token.depth === 1);
  const blocks = tokens.filter((token) => token !== title && token.type !== 'space').map(readBlock);
  const headings = blocks.filter((block) => block.type === 'heading');
  return {
    heading: textOf(readWords(title ? [title] : [])),
    blocks,
    contents: headings.length < LONG ? [] : headings.filter(({ level }) => level === 2),
  };
}

function readBlock(token: Token): Block {
  if (token.type === 'heading' && (token.depth === 2 || token.depth === 3)) {
    const text = textOf(readWords(token.tokens));
    return { type: 'heading', level: token.depth, id: idOf(text), text };
  }
  if (token.type === 'paragraph') return { type: 'paragraph', words: readWords(token.tokens) };
  if (token.type === 'blockquote') return { type: 'note', words: readWords(token.tokens) };
  if (token.type === 'list')
    return { type: 'list', ordered: token.ordered, items: token.items.map((item: Token) => readWords([item])) };
  throw unknownTo(token);
}

/** Around words, without being any. */
const FRAMES = new Set(['heading', 'list_item', 'paragraph', 'text']);

const readWords = (tokens: Token[] = []): Words => tokens.flatMap(readInline);

function readInline(token: Token): Words {
  if (token.type === 'strong') return [{ strong: readWords(token.tokens) }];
  if (token.type === 'link') return [{ link: token.href, words: readWords(token.tokens) }];
  if (token.type === 'text' && !token.tokens) return [token.text];
  if (FRAMES.has(token.type) && 'tokens' in token) return readWords(token.tokens);
  throw unknownTo(token);
}

const unknownTo = (token: Token) => new Error(`A page of text cannot hold this (${token.type}): ${token.raw}`);

const textOf = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : textOf('strong' in word ? word.strong : word.words))).join('');

/** 'Payment and currency' → 'payment-and-currency', so that other pages can link to it. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
