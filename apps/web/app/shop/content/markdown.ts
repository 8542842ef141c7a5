import { hasTooManyMarks } from '@shop/contracts/content/markdown-limits';
import { lexer, type Token } from 'marked';
import type { Article, Block, InlineContent } from './article-content.ts';

/** With fewer headings, a table of contents is not useful. */
const CONTENTS_MIN_HEADINGS = 8;

/** What becomes of Markdown that is not supported, raw HTML and unsafe links among it. */
type OnUnsupported = (token: Token) => InlineContent;

const rejectToken: OnUnsupported = (token) => {
  throw new Error(`Unsupported Markdown (${token.type}): ${token.raw}`);
};
const showAsTyped: OnUnsupported = (token) => {
  return [token.type === 'br' ? ' ' : token.raw.trimEnd()];
};

/** For texts of the release. Throws on unsupported Markdown, including raw HTML. */
export const readArticle = (markdown: string): Article => articleOf(markdown, readerOf(rejectToken));

/** For texts of the owner: unsupported Markdown, including raw HTML and unsafe links, is shown as it was typed. */
export const ownTextReader = () => readerOf(showAsTyped);
export const readOwnArticle = (markdown: string): Article =>
  hasTooManyMarks(markdown)
    ? { heading: '', blocks: asTyped(markdown), contents: [] }
    : articleOf(markdown, ownTextReader());

/** For texts of earlier releases, which could be saved with any number of marks. */
export const asTyped = (markdown: string): Block[] => [{ type: 'paragraph', content: [markdown] }];

type Reader = ReturnType<typeof readerOf>;

function articleOf(markdown: string, { readBlock, readInlineTokens }: Reader): Article {
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

/** Tokens that only wrap inline content. */
const WRAPPER_TOKENS = new Set(['heading', 'list_item', 'paragraph', 'text']);

function readerOf(onUnsupported: OnUnsupported) {
  const uniqueId = uniqueIds();

  function readBlock(token: Token): Block {
    if (token.type === 'heading' && (token.depth === 2 || token.depth === 3)) {
      const text = textOf(readInlineTokens(token.tokens));
      return { type: 'heading', level: token.depth, id: uniqueId(text), text };
    }
    if (token.type === 'paragraph') return { type: 'paragraph', content: readInlineTokens(token.tokens) };
    if (token.type === 'list') return { type: 'list', ordered: token.ordered, items: token.items.flatMap(readItem) };
    return { type: 'paragraph', content: onUnsupported(token) };
  }

  /** Items of a nested list follow the item that contains it. */
  function readItem(item: Token): InlineContent[] {
    const tokens: Token[] = 'tokens' in item ? (item.tokens ?? []) : [];
    const nested = tokens.flatMap((token) => (token.type === 'list' ? token.items.flatMap(readItem) : []));
    return [readInlineTokens(tokens.filter(({ type }) => type !== 'list')), ...nested];
  }

  const readInlineTokens = (tokens: Token[] = []): InlineContent => tokens.flatMap(readInline);

  function readInline(token: Token): InlineContent {
    if (token.type === 'strong') return [{ strong: readInlineTokens(token.tokens) }];
    if (token.type === 'em') return [{ emphasis: readInlineTokens(token.tokens) }];
    if (token.type === 'link' && isSafeLink(token.href))
      return [{ link: token.href, content: readInlineTokens(token.tokens) }];
    if (token.type === 'text' && !token.tokens) return [token.text];
    if (token.type === 'escape') return [token.text];
    if (WRAPPER_TOKENS.has(token.type) && 'tokens' in token) return readInlineTokens(token.tokens);
    return onUnsupported(token);
  }

  return { readBlock, readInlineTokens };
}

/** Own paths and sections, https and email. Browsers ignore white space in a URL and read `/\` like `//`. */
const isSafeLink = (href: string) => /^(?:https:\/\/|mailto:|#|\/(?![/\\]))[^\s\\]*$/i.test(href);

export const textOf = (content: InlineContent): string => content.map(textOfNode).join('');

function textOfNode(node: InlineContent[number]): string {
  if (typeof node === 'string') return node;
  if ('strong' in node) return textOf(node.strong);
  return textOf('emphasis' in node ? node.emphasis : node.content);
}

/** Ids that the page around the text has. */
const RESERVED_IDS = ['content', 'contents'];

/** A repeated heading gets a number. */
function uniqueIds() {
  const used = new Set(RESERVED_IDS);
  const counts = new Map<string, number>();
  return (text: string) => {
    const name = idOf(text) || 'section';
    let count = counts.get(name) ?? 1;
    let id = name;
    while (used.has(id)) {
      count += 1;
      id = `${name}-${count}`;
    }
    counts.set(name, count);
    used.add(id);
    return id;
  };
}

/** 'Payment and currency' → 'payment-and-currency', so that other pages can link to it. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
