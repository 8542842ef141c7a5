/** A spreadsheet takes such a cell for a formula: whoever opens our file must not run what a customer wrote. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** A formula made harmless, or a text that happens to look like one: it gets a sign more, so that one can be taken off. */
const ESCAPED_FORMULA = /^'+[=+\-@\t\r]/;

const cellOf = (value: string | number | null) => {
  const text = String(value ?? '');
  const escapedText = (FORMULA.test(text) && !NUMBER.test(text)) || ESCAPED_FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(escapedText) || escapedText !== text ? `"${escapedText.replaceAll('"', '""')}"` : escapedText;
};

/** One row of a CSV file (RFC 4180). */
export const csvRow = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** What a cell said before `csvRow` made it harmless. */
export const unescapeFormula = (cell: string) => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell);

export type CsvRow = { row: number; cells: string[] };

const CELLS = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
};
type Separator = keyof typeof CELLS;

/** The rows of a CSV file, counted as a spreadsheet does; undefined when its quotation marks do not fit. */
export function parseCsv(file: string) {
  const { rows, malformed } = parseRows(stripBom(file), 1, ',');
  return malformed ? undefined : rows;
}

/** A spreadsheet may mark its files as UTF-8 with a character nobody sees. */
const stripBom = (text: string) => text.replace(/^\uFEFF/, '');

/** Whole rows, the first of them being the `row`th of the file; up to one whose quotation marks do not fit. */
function parseRows(text: string, first: number, separator: Separator) {
  const CELL = CELLS[separator];
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let row = first;
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const found = CELL.exec(text);
    if (!found) return { rows, next: row, malformed: true };
    const [, quoted, plain = '', end] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    if (cells.some((cell) => cell !== '')) rows.push({ row, cells });
    cells = [];
    row += 1;
  }
  return { rows, next: row, malformed: false };
}

/** The table cannot be read from this row on. */
export class MalformedCsvError extends Error {
  readonly row: number;

  constructor(row: number) {
    super(`Row ${row} of the table cannot be read.`);
    this.name = 'MalformedCsvError';
    this.row = row;
  }
}

/**
 * The rows of a CSV file while it comes in, some at a time. Its cells are parted by what parts those of its heading. A row
 * longer than `rowMax` is one whose quotation mark was never closed.
 */
export async function* readCsv(chunks: AsyncIterable<string>, rowMax: number): AsyncGenerator<CsvRow[]> {
  let [text, next] = ['', 1];
  let separator: Separator | undefined;
  const parseChunk = (fragment: string) => {
    separator ??= separatorOf(fragment);
    const found = parseRows(next === 1 ? stripBom(fragment) : fragment, next, separator);
    if (found.malformed) throw new MalformedCsvError(found.next);
    next = found.next;
    return found.rows;
  };

  for await (const chunk of chunks) {
    text += chunk;
    const end = endOfLastRow(text);
    if (end > 0) yield parseChunk(text.slice(0, end));
    text = text.slice(end);
    if (text.length > rowMax) throw new MalformedCsvError(next);
  }
  if (text) yield parseChunk(text);
}

const separatorOf = (heading: string): Separator => {
  const [line = ''] = heading.split(/[\r\n]/, 1);
  return line.split(';').length > line.split(',').length ? ';' : ',';
};

const [QUOTE, LINE_FEED] = [34, 10];

/** Where the last line ends that is not within a cell; 0 if none does. */
function endOfLastRow(text: string) {
  let [end, quoted] = [0, false];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charCodeAt(place);
    if (sign === QUOTE) quoted = !quoted;
    else if (sign === LINE_FEED && !quoted) end = place + 1;
  }
  return end;
}
