import { orderDetailTexts as texts } from '@shop/contracts/mail/order-detail-messages';
import { orderMessages } from '@shop/contracts/orders/messages';
import { type OrderDetails, type OrderedItem, unitsText } from './order-content.ts';
import { BLUSH, DISPLAY, escaped, INK, INK_MUTED, INK_SOFT, LINE, PEARL, SANS, VIOLET } from './styles.ts';

const RETURNS_PATH = '/shipping#returns';

const row = (padding: string, content: string) =>
  `<tr><td class="pad" style="padding:${padding}">\n${content}\n</td></tr>`;
const TABLE = 'width="100%" cellpadding="0" cellspacing="0" border="0"';
const CELL = `font:400 15px/22px ${SANS};color:${INK}`;
const NOTE = `font:400 13px/18px ${SANS};color:${INK_MUTED}`;
const lines = (texts: string[]) => texts.map(escaped).join('<br>');

/** Above the button: when it arrives. */
export const arrivalHtml = ({ arrival }: OrderDetails) =>
  arrival
    ? row(
        '20px 40px 0',
        `<table role="presentation" ${TABLE} bgcolor="${BLUSH}" style="background:${BLUSH};border-radius:8px"><tr>
<td style="padding:18px 20px;${CELL}"><b style="font-weight:600;font-size:16px">${escaped(arrival.heading)}</b><br>
<span style="font-size:14px;color:${INK_SOFT}">${escaped(arrival.detail)}</span></td></tr></table>`,
      )
    : '';

/** Below the button: items, amounts, address and rules. Images are decoration: everything is said in text. */
export const orderHtml = ({ items, amounts, address, rules }: OrderDetails, origin: string) =>
  [
    row('0 40px', itemsHtml(items, origin)),
    ...(amounts.length > 0 ? [row('16px 40px 8px', amountsHtml(amounts))] : []),
    ...(address.length > 0 || rules ? [row('20px 40px 32px', columnsHtml(address, rules, origin))] : []),
  ].join('\n');

const itemsHtml = (items: OrderedItem[], origin: string) => `\
<table ${TABLE} style="border-collapse:collapse">
<caption style="font:500 26px/32px ${DISPLAY};text-align:left;color:${INK};padding:20px 0 8px;border-top:1px solid ${LINE}">${escaped(texts.items)}</caption>
${items.map((item) => itemHtml(item, origin)).join('\n')}
</table>`;

const BORDER = `border-bottom:1px solid ${LINE}`;

const itemHtml = (item: OrderedItem, origin: string) => `\
<tr><td width="88" valign="top" style="width:88px;padding:12px 0;${BORDER}">${pictureHtml(item, origin)}</td>
<td valign="top" style="padding:12px 0;${BORDER};${CELL}"><b style="font-weight:600">${escaped(item.name)}</b><br>
<span style="font-size:14px;color:${INK_SOFT}">${lines([...item.options, orderMessages.quantity(item.quantity)])}</span></td>
<td valign="top" align="right" style="padding:12px 0 12px 12px;${BORDER};${CELL};white-space:nowrap"><b style="font-weight:600">${item.amount}</b>${
  unitsText(item) && `<br><span style="${NOTE}">${unitsText(item)}</span>`
}</td></tr>`;

const PICTURE = `display:block;width:72px;height:90px;object-fit:cover;border:0;border-radius:2px;background:${PEARL}`;

const pictureHtml = ({ imagePath }: OrderedItem, origin: string) =>
  imagePath ? `<img src="${escaped(origin + imagePath)}" width="72" height="90" alt="" style="${PICTURE}">` : '';

const amountsHtml = (amounts: OrderDetails['amounts']) =>
  `<table ${TABLE}>\n${amounts.map((amount) => (amount.isTotal ? totalHtml(amount) : amountHtml(amount))).join('\n')}\n</table>`;

const amountHtml = ({ label, note, amount }: OrderDetails['amounts'][number]) => `\
<tr><td valign="top" style="padding:3px 0;${CELL};color:${INK_SOFT}">${escaped(label)}${note && `<br><span style="${NOTE}">${escaped(note)}</span>`}</td>
<td valign="top" align="right" style="padding:3px 0;${CELL};white-space:nowrap">${escaped(amount)}</td></tr>`;

const totalHtml = ({ label, amount }: OrderDetails['amounts'][number]) => `\
<tr><td style="padding:14px 0 4px;border-top:1px solid ${LINE};font:600 16px/24px ${SANS};color:${INK}">${escaped(label)}</td>
<td align="right" style="padding:14px 0 4px;border-top:1px solid ${LINE};font:500 28px/32px ${DISPLAY};color:${INK};font-feature-settings:'lnum'">${escaped(amount)}</td></tr>`;

const COLUMN = `font:400 14px/22px ${SANS};color:${INK_SOFT}`;
const heading = (text: string) => `<b style="color:${INK};font-weight:600">${escaped(text)}</b><br>`;

const columnsHtml = (address: string[], rules: string | null, origin: string) => {
  const columns = [
    ...(address.length > 0 ? [`${heading(orderMessages.shippingAddress)}${lines(address)}`] : []),
    ...(rules
      ? [
          `${heading(texts.changedMind)}${escaped(rules)}<br><a href="${escaped(origin + RETURNS_PATH)}" style="color:${VIOLET}">${escaped(texts.rulesLink)}</a>`,
        ]
      : []),
  ];
  const cells = columns.map(
    (column) =>
      `<td class="stack" width="50%" valign="top" style="padding:20px 16px 0 0;overflow-wrap:anywhere;${COLUMN}">${column}</td>`,
  );
  return `<table role="presentation" ${TABLE} style="border-top:1px solid ${LINE}"><tr>${cells.join('\n')}</tr></table>`;
};

export const arrivalText = ({ arrival }: OrderDetails) => (arrival ? [`${arrival.heading}\n${arrival.detail}`] : []);

/** The same as plain text, in blocks. */
export const orderText = ({ items, amounts, address, rules }: OrderDetails, origin: string): string[] => [
  [texts.items, ...items.map(itemText)].join('\n'),
  ...(amounts.length > 0
    ? [amounts.map(({ label, note, amount }) => `${label}: ${amount}${note && ` (${note})`}`).join('\n')]
    : []),
  ...(address.length > 0 ? [[orderMessages.shippingAddress, ...address].join('\n')] : []),
  ...(rules ? [`${texts.changedMind}\n${rules}\n${texts.rulesLink}: ${origin}${RETURNS_PATH}`] : []),
];

function itemText(item: OrderedItem) {
  const units = unitsText(item);
  return `${item.quantity} × ${[item.name, ...item.options].join(', ')}: ${item.amount}${units && ` (${units})`}`;
}
