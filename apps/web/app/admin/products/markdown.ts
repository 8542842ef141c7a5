import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';

export const MARKS = ['bold', 'italic', 'list', 'link'] as const;
export type Mark = (typeof MARKS)[number];
type Selection = { start: number; end: number };

const AROUND: Record<Exclude<Mark, 'list'>, readonly [before: string, after: string]> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  link: ['[', '](/products)'],
};

/** The text with the selection marked; without a selection, with an example. The marked words stay selected. */
export function applyMark(text: string, { start, end }: Selection, mark: Mark): { text: string } & Selection {
  if (mark === 'list') return markLines(text, { start, end });
  const marked = text.slice(start, end) || messages.markTexts[mark];
  const [before, after] = AROUND[mark];
  const from = start + before.length;
  return {
    text: `${text.slice(0, start)}${before}${marked}${after}${text.slice(end)}`,
    start: from,
    end: from + marked.length,
  };
}

/** Every selected line becomes an item. A list begins after an empty line. */
function markLines(text: string, { start, end }: Selection) {
  const lineStart = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const above = text.slice(0, lineStart);
  const gap = above === '' || above.endsWith('\n\n') || /(^|\n)- [^\n]*\n$/.test(above) ? '' : '\n';
  const lines = text.slice(lineStart, lineEnd) || messages.markTexts.list;
  const items = lines
    .split('\n')
    .map((line) => `- ${line}`)
    .join('\n');
  const from = lineStart + gap.length;
  return { text: `${above}${gap}${items}${text.slice(lineEnd)}`, start: from + 2, end: from + items.length };
}
