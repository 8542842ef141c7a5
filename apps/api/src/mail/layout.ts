import { STORE_NAME } from '@shop/contracts/common/constants';
import { emailLayoutTexts } from '@shop/contracts/mail/messages';
import { orderDetailTexts } from '@shop/contracts/mail/order-detail-messages';
import { BODY, DISPLAY, escaped, INK, LINE, PAPER, PEARL, SANS, SMALL, VIOLET } from './look.ts';
import { arrivalHtml, arrivalText, orderHtml, orderText } from './order-layout.ts';
import type { EmailContent } from './templates.ts';
import { blocksToHtml, blocksToText } from './text-layout.ts';

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
