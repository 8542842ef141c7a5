import type { Minor } from '@shop/contracts/common/money';
import { exchangeNote, formatMinor, referenceRows, sellerLines, totalRows } from '@shop/contracts/invoices/amounts';
import { invoiceKindLabels, invoiceMessages as texts } from '@shop/contracts/invoices/messages';
import type { InvoiceDocument, InvoiceLine } from '@shop/contracts/invoices/schema';
import { type Measure, type Page, type TextStyle, wrapText } from './pdf-pages.ts';

/** A4 in points. */
const PAGE = { height: 841.89, left: 48, right: 547.28, top: 48, bottom: 778 };
const WIDTH = PAGE.right - PAGE.left;
const HALF = PAGE.left + WIDTH / 2 + 12;
const GAP = 8;

const TITLE: TextStyle = { size: 20, weight: 'bold' };
const BODY: TextStyle = { size: 9, weight: 'regular' };
const STRONG: TextStyle = { size: 9, weight: 'bold' };
const SMALL: TextStyle = { size: 8, weight: 'regular' };
const heightOf = ({ size }: TextStyle) => size * 1.4;

type Column = { label: string; width: number; cell: (line: InvoiceLine) => string };

/** All columns but the first are numbers, aligned right. */
function columnsOf({ lines, currency }: InvoiceDocument): Column[] {
  const money = (minor: Minor) => formatMinor(minor, currency);
  const hsn: Column = { label: texts.hsn, width: 54, cell: (line) => line.hsn };
  const numbers: Column[] = [
    ...(lines.some((line) => line.hsn) ? [hsn] : []),
    { label: texts.quantity, width: 48, cell: ({ quantity }) => String(quantity) },
    { label: texts.unitPrice, width: 84, cell: ({ unitNetMinor }) => money(unitNetMinor) },
    { label: texts.net, width: 84, cell: ({ netMinor }) => money(netMinor) },
    { label: texts.tax, width: 78, cell: ({ taxMinor }) => money(taxMinor) },
  ];
  const width = WIDTH - numbers.reduce((sum, column) => sum + column.width, 0);
  return [{ label: texts.item, width, cell: ({ description }) => description }, ...numbers];
}

/** Documents that were issued with this version are rendered by it for good: another appearance is another version. */
export function layOutVersion1(document: InvoiceDocument, measure: Measure): Page[] {
  const pages: Page[] = [];
  let page: Page = { texts: [], rules: [] };
  let y = 0;

  const addPage = () => {
    page = { texts: [], rules: [] };
    pages.push(page);
    y = PAGE.top;
  };
  const put = (text: string, x: number, style: TextStyle, at = y) => void page.texts.push({ ...style, x, y: at, text });
  /** A text that is wider than its column gets a smaller size. */
  const putRight = (text: string, right: number, style: TextStyle, width = WIDTH) => {
    const fitted = { ...style, size: style.size * Math.min(1, width / measure(text, style)) };
    put(text, right - measure(text, fitted), fitted);
  };
  const drawRule = (x = PAGE.left, width = WIDTH) => void page.rules.push({ x, y, width });
  /** Writes lines below each other; returns where they end. */
  const putBlock = (lines: string[], x: number, width: number, style: TextStyle, from: number) => {
    const wrapped = lines.flatMap((line) => wrapText(line, width, style, measure));
    for (const [index, line] of wrapped.entries()) put(line, x, style, from + index * heightOf(style));
    return from + wrapped.length * heightOf(style);
  };

  function putParties() {
    const column = WIDTH / 2 - 12;
    const named = (label: string, name: string, lines: string[], x: number, from: number) => {
      const below = putBlock([label], x, column, SMALL, from);
      return putBlock(lines, x, column, BODY, putBlock([name], x, column, STRONG, below));
    };
    const rows = referenceRows(document);
    const labels = Math.max(...rows.map(({ label }) => measure(label, BODY))) + GAP;
    let right = y;
    for (const { label, value } of rows) {
      put(label, HALF, BODY, right);
      right = putBlock([value], HALF + labels, column - labels, STRONG, right);
    }
    const left = named(texts.seller, document.seller.name, sellerLines(document), PAGE.left, y);
    y = Math.max(left, right) + 2 * GAP;
    const { name, address, email } = document.buyer;
    y = named(texts.buyer, name, [...address, email], PAGE.left, y) + 2 * GAP;
  }

  const columns = columnsOf(document);
  function putHead() {
    let x = PAGE.left;
    for (const [index, { label, width }] of columns.entries()) {
      if (index === 0) put(label, x, STRONG);
      else putRight(label, x + width, STRONG);
      x += width;
    }
    y += heightOf(STRONG) + GAP / 2;
    drawRule();
    y += GAP / 2;
  }

  function putLine(line: InvoiceLine) {
    const [first] = columns;
    const width = (first?.width ?? WIDTH) - GAP;
    const description = wrapText(line.description, width, BODY, measure);
    const details = [line.options.join(', '), line.sku && texts.sku(line.sku)].filter(Boolean);
    const wrapped = details.flatMap((detail) => wrapText(detail, width, SMALL, measure));
    const height = description.length * heightOf(BODY) + wrapped.length * heightOf(SMALL) + GAP;
    if (y + height > PAGE.bottom) {
      addPage();
      putHead();
    }
    const below = putBlock(description, PAGE.left, width, BODY, y);
    putBlock(wrapped, PAGE.left, width, SMALL, below);
    let x = PAGE.left;
    for (const [index, column] of columns.entries()) {
      x += column.width;
      if (index > 0) putRight(column.cell(line), x, BODY, column.width - GAP);
    }
    y += height;
  }

  function putTotals() {
    const rows = totalRows(document);
    const note = exchangeNote(document);
    const height = (rows.length + 2) * (heightOf(STRONG) + 2) + (note ? 3 * heightOf(SMALL) : 0) + 2 * GAP;
    if (y + height > PAGE.bottom) addPage();
    drawRule();
    y += GAP;
    for (const { label, amount, isTotal } of rows) {
      const style = isTotal ? STRONG : BODY;
      putRight(amount, PAGE.right, style);
      y = putBlock([label], HALF, PAGE.right - HALF - measure(amount, style) - GAP, style, y) + 2;
    }
    if (note) y = putBlock([note], PAGE.left, WIDTH, SMALL, y + GAP);
  }

  addPage();
  put(invoiceKindLabels[document.kind], PAGE.left, TITLE);
  y += heightOf(TITLE) + 2 * GAP;
  putParties();
  putHead();
  for (const line of document.lines) putLine(line);
  putTotals();
  for (const [index, { texts: items }] of pages.entries()) {
    const count = texts.page(index + 1, pages.length);
    const at = PAGE.height - PAGE.top;
    items.push({ ...SMALL, x: PAGE.left, y: at, text: document.number });
    items.push({ ...SMALL, x: PAGE.right - measure(count, SMALL), y: at, text: count });
  }
  return pages;
}
