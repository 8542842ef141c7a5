import { BODY, escaped, INK, SANS, VIOLET } from './look.ts';
import type { Inline, TextBlock } from './markdown.ts';

/** Formatted text as HTML. Paths lead to our own site. */
export const blocksToHtml = (blocks: TextBlock[], origin: string) =>
  blocks.map((block) => blockToHtml(block, origin)).join('\n');

const HEADING = `margin:24px 0 8px;overflow-wrap:anywhere;font:600 19px/1.35 ${SANS};color:${INK}`;

function blockToHtml(block: TextBlock, origin: string) {
  const inline = (content: Inline[]) => content.map((node) => inlineToHtml(node, origin)).join('');
  if (block.type !== 'list')
    return block.type === 'heading'
      ? `<h2 style="${HEADING}">${inline(block.content)}</h2>`
      : `<p style="margin:0 0 16px;overflow-wrap:anywhere;${BODY}">${inline(block.content)}</p>`;
  const tag = block.ordered ? 'ol' : 'ul';
  const items = block.items.map((item) => `<li style="margin:0 0 4px;${BODY}">${inline(item)}</li>`).join('');
  return `<${tag} style="margin:0 0 16px;padding:0 0 0 24px;overflow-wrap:anywhere">${items}</${tag}>`;
}

function inlineToHtml(node: Inline, origin: string): string {
  const inside = (content: Inline[]) => content.map((part) => inlineToHtml(part, origin)).join('');
  if (typeof node === 'string') return escaped(node).replaceAll('\n', '<br>');
  if ('strong' in node) return `<strong>${inside(node.strong)}</strong>`;
  if ('emphasis' in node) return `<em>${inside(node.emphasis)}</em>`;
  return `<a href="${escaped(absolute(node.link, origin))}" style="color:${VIOLET}">${inside(node.content)}</a>`;
}

/** The same as plain text; the target of a link follows it in parentheses. */
export const blocksToText = (blocks: TextBlock[], origin: string) =>
  blocks.map((block) => blockToText(block, origin)).join('\n\n');

function blockToText(block: TextBlock, origin: string) {
  const inline = (content: Inline[]) => content.map((node) => inlineToText(node, origin)).join('');
  if (block.type !== 'list') return inline(block.content);
  return block.items.map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${inline(item)}`).join('\n');
}

function inlineToText(node: Inline, origin: string): string {
  const inside = (content: Inline[]) => content.map((part) => inlineToText(part, origin)).join('');
  if (typeof node === 'string') return node;
  if ('strong' in node) return inside(node.strong);
  if ('emphasis' in node) return inside(node.emphasis);
  return `${inside(node.content)} (${absolute(node.link, origin)})`;
}

const absolute = (link: string, origin: string) => (link.startsWith('/') ? `${origin}${link}` : link);
