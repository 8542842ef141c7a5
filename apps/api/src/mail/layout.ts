import { STORE_NAME, withStoreName } from '@shop/contracts/common/constants';
import { emailTexts } from '@shop/contracts/mail/messages';
import { BODY, DISPLAY, escaped, INK, LINE, PAPER, PEARL, SANS, SMALL, VIOLET } from './look.ts';
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
  storeName === STORE_NAME ? `${storeName}. ${emailTexts.tagline}` : storeName;

const renderText = (
  { name, heading, paragraphs, body, button, reason, seller = [] }: EmailContent,
  { href, unsubscribeUrl, origin, storeName }: Links,
) =>
  [
    storeName,
    heading,
    ...(body ? [blocksToText(body, origin)] : [emailTexts.greeting(name), ...paragraphs]),
    ...(href ? [`${button}:\n${href}`] : []),
    ...(body ? [] : [withStoreName(emailTexts.signature, storeName)]),
    `--\n${reason}\n${unsubscribeUrl ? `${emailTexts.unsubscribe}: ${unsubscribeUrl}\n` : ''}${[closingLine(storeName), ...seller].join('\n')}\n`,
  ].join('\n\n');

/** Light mode only, like the store. Every text has its own background, so that a client's dark mode changes both. */
const renderHtml = (
  { subject, preview, name, heading, paragraphs, body, button, reason, seller = [] }: EmailContent,
  { href, unsubscribeUrl, origin, storeName }: Links,
) => `<!doctype html>
<html lang="en" style="color-scheme:light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${PEARL};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escaped(preview)}</div>
<table ${TABLE} bgcolor="${PEARL}" style="background:${PEARL}"><tr><td align="center" style="padding:32px 12px">
<table ${TABLE} style="max-width:560px">
<tr><td align="center" style="padding:0 0 24px">
<a href="${escaped(origin)}/" style="font:600 26px/1 ${DISPLAY};color:${INK};text-decoration:none">${escaped(storeName)}</a>
</td></tr>
<tr><td bgcolor="${PAPER}" style="background:${PAPER};border:1px solid ${LINE};border-radius:8px;padding:32px 24px">
<h1 style="margin:0 0 16px;font:500 30px/1.2 ${DISPLAY};color:${INK}">${escaped(heading)}</h1>
${body ? blocksToHtml(body, origin) : [emailTexts.greeting(name), ...paragraphs].map(paragraph).join('\n')}
${href ? linkButton(href, button) : ''}${body ? '' : `<p style="margin:24px 0 0;${BODY}">${escaped(withStoreName(emailTexts.signature, storeName))}</p>`}
</td></tr>
<tr><td align="center" style="padding:24px 12px 0;${SMALL}">
${escaped(reason)}<br>${unsubscribeUrl ? unsubscribeLink(unsubscribeUrl) : ''}${[closingLine(storeName), ...seller].map(escaped).join('<br>')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`;

const BUTTON = `display:inline-block;padding:14px 24px;font:600 15px/20px ${SANS};color:${PAPER};text-decoration:none`;

const linkButton = (href: string, label: string) => `\
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0"><tr>
<td bgcolor="${VIOLET}" style="background:${VIOLET};border-radius:4px">
<a href="${escaped(href)}" style="${BUTTON}">${escaped(label)}</a>
</td></tr></table>
<p style="margin:0;${SMALL}">${escaped(emailTexts.copyLink)}<br>
<a href="${escaped(href)}" style="color:${VIOLET};word-break:break-all">${escaped(href)}</a></p>
`;

const unsubscribeLink = (url: string) =>
  `<a href="${escaped(url)}" style="color:${VIOLET}">${escaped(emailTexts.unsubscribe)}</a><br>`;

const paragraph = (text: string) => `<p style="margin:0 0 16px;overflow-wrap:anywhere;${BODY}">${escaped(text)}</p>`;
