import { hasTooManyMarks } from '@shop/contracts/content/markdown-limits';
import { lexer } from 'marked';
import type { Block } from './article-content.ts';
import { asTyped, ownTextReader, textOf } from './markdown.ts';

/** The description of a product. Its headings have one level and no id: the page has its own headings and ids. */
export function readDescription(markdown: string): Block[] {
  if (hasTooManyMarks(markdown)) return asTyped(markdown);
  const { readBlock, readInlineTokens } = ownTextReader();
  return lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .map((token) =>
      token.type === 'heading'
        ? { type: 'heading', level: 3, id: '', text: textOf(readInlineTokens(token.tokens)) }
        : readBlock(token),
    );
}
