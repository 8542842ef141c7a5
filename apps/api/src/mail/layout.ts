import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailLayoutTexts } from '@shop/contracts/mail/messages';
import { orderDetailTexts } from '@shop/contracts/mail/order-detail-messages';
import type { Inline, TextBlock } from './markdown.ts';
import { arrivalHtml, arrivalText, orderHtml, orderText } from './order-layout.ts';
import { BODY, DISPLAY, escaped, INK, LINE, PAPER, PEARL, SANS, SMALL, VIOLET } from './styles.ts';
import type { EmailContent } from './templates.ts';

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

type RenderedEmail = { subject: string; html: string; text: string; unsubscribeUrl: string | undefined };

/** The same content as HTML and as plain text. Its link leads to our own site only. */
export function renderEmail(content: EmailContent, origin: string, storeName = STORE_NAME): RenderedEmail {
  const href = content.path === null ? undefined : `${origin}${content.path}`;
  const unsubscribeUrl = content.unsubscribePath && `${origin}${content.unsubscribePath}`;
  return {
    subject: content.subject,
    html: renderHtml(content, { href, unsubscribeUrl, origin, storeName }),
    text: renderText(content, { href, unsubscribeUrl, origin, storeName }),
    unsubscribeUrl,
  };
}

type Links = { href: string | undefined; unsubscribeUrl: string | undefined; origin: string; storeName: string };

/** What the release says it sells is true of a store with the release's name only. */
const closingLine = (storeName: string) =>
  storeName === STORE_NAME ? `${storeName}. ${emailLayoutTexts.tagline}` : storeName;

/** Formatted text of staff and emails with an order have neither greeting nor signature. */
const isPlain = ({ body, order }: EmailContent) => !body && !order;

const closingLines = ({ order, reason }: EmailContent) => [...(order ? [orderDetailTexts.questions] : []), reason];

const renderText = (content: EmailContent, { href, unsubscribeUrl, origin, storeName }: Links) => {
  const { name, heading, paragraphs, body, button, order, seller = [] } = content;
  return [
    storeName,
    heading,
    ...(isPlain(content) ? [emailLayoutTexts.greeting(name)] : []),
    ...(body ? [blocksToText(body, origin)] : paragraphs),
    ...(order ? arrivalText(order) : []),
    ...(href ? [`${button}:\n${href}`] : []),
    ...(order ? orderText(order, origin) : []),
    ...(isPlain(content) ? [emailLayoutTexts.signature(storeName)] : []),
    `--\n${closingLines(content).join('\n')}\n${unsubscribeUrl ? `${emailLayoutTexts.unsubscribe}: ${unsubscribeUrl}\n` : ''}${[closingLine(storeName), ...seller].join('\n')}\n`,
  ].join('\n\n');
};

/** Clients without media queries show the wide layout, which is readable on phones as well. */
const PHONES =
  '@media (max-width:620px){.pad{padding-left:20px!important;padding-right:20px!important}.stack{display:block!important;width:100%!important;box-sizing:border-box}.wide a{display:block!important;text-align:center}}';

/** Light mode only, like the store. Every text has its own background, so that a client's dark mode changes both. */
const renderHtml = (content: EmailContent, { href, unsubscribeUrl, origin, storeName }: Links) => {
  const { subject, preview, name, heading, paragraphs, body, button, order, seller = [] } = content;
  const greeting = isPlain(content) ? [emailLayoutTexts.greeting(name)] : [];
  const text = body ? blocksToHtml(body, origin) : [...greeting, ...paragraphs].map(paragraph).join('\n');
  return `<!doctype html>
<html lang="en" style="color-scheme:light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(subject)}</title>
<style>${PHONES}</style>
</head>
<body style="margin:0;padding:0;background:${PEARL};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table ${TABLE} bgcolor="${PEARL}" style="background:${PEARL}"><tr><td align="center" style="padding:24px 0 40px">
<table ${TABLE} bgcolor="${PAPER}" style="max-width:600px;background:${PAPER}">
<tr><td class="pad" style="padding:24px 40px;border-bottom:1px solid ${LINE}">
<a href="${escaped(origin)}/" style="font:600 26px/32px ${DISPLAY};color:${INK};text-decoration:none"><span aria-hidden="true" style="color:${VIOLET}">&#9671;</span>&nbsp;${escaped(storeName)}</a>
</td></tr>
<tr><td class="pad" style="padding:36px 40px 0">
<h1 style="margin:0 0 16px;font:500 34px/1.2 ${DISPLAY};color:${INK}">${escaped(heading)}</h1>
${text}
</td></tr>
${order ? arrivalHtml(order) : ''}
<tr><td class="pad wide" style="padding:12px 40px 32px">
${href ? linkButton(href, button) : ''}${href && !order ? copyLink(href) : ''}${isPlain(content) ? `<p style="margin:24px 0 0;${BODY}">${escaped(emailLayoutTexts.signature(storeName))}</p>` : ''}
</td></tr>
${order ? orderHtml(order, origin) : ''}
<tr><td class="pad" bgcolor="${PEARL}" style="background:${PEARL};padding:20px 40px 0;${SMALL}">
${closingLines(content).map(escaped).join('<br>')}<br>${unsubscribeUrl ? unsubscribeLink(unsubscribeUrl) : ''}${[closingLine(storeName), ...seller].map(escaped).join('<br>')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`;
};

const BUTTON = `display:inline-block;padding:14px 28px;border-radius:4px;background:${VIOLET};font:600 15px/20px ${SANS};color:${PAPER};text-decoration:none`;

const linkButton = (href: string, label: string) =>
  `<a href="${escaped(href)}" style="${BUTTON}">${escaped(label)}</a>\n`;

const copyLink = (href: string) => `\
<p style="margin:24px 0 0;${SMALL}">${escaped(emailLayoutTexts.copyLink)}<br>
<a href="${escaped(href)}" style="color:${VIOLET};word-break:break-all">${escaped(href)}</a></p>
`;

const unsubscribeLink = (url: string) =>
  `<a href="${escaped(url)}" style="color:${VIOLET}">${escaped(emailLayoutTexts.unsubscribe)}</a><br>`;

const paragraph = (text: string) => `<p style="margin:0 0 12px;overflow-wrap:anywhere;${BODY}">${escaped(text)}</p>`;

/** Formatted text as HTML. Paths lead to our own site. */
const blocksToHtml = (blocks: TextBlock[], origin: string) =>
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
const blocksToText = (blocks: TextBlock[], origin: string) =>
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
