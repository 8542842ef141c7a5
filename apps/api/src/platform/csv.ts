/**
 * A spreadsheet evaluates a cell that starts like this as a formula: opening our file must not run customer input (CSV
 * injection). Where the spreadsheet separates cells by semicolons or tabs, or knows no quotation marks, what follows one
 * of these, or a line break, is a cell of its own. A text that looks escaped gets one more apostrophe, so that one can be
 * removed.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=['"]*[=+\-@\t\r])/g;
const ESCAPED_FORMULA = /(?<=^|[;\t\r\n])'(?=['"]*[=+\-@\t\r])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cellOf = (value: string | number | null) => {
  const text = String(value ?? '');
  const escapedText = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "'");
  return /[",;\r\n]/.test(escapedText) || escapedText !== text ? `"${escapedText.replaceAll('"', '""')}"` : escapedText;
};

/** One row of a CSV file (RFC 4180). */
export const csvRow = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`;

/** Reverts the escaping of formulas by `csvRow`. */
export const unescapeFormula = (cell: string) => cell.replaceAll(ESCAPED_FORMULA, '');

export type CsvRow = { row: number; cells: string[] };

const CELLS = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
};
type Separator = keyof typeof CELLS;

/** The rows of a CSV file, numbered as in a spreadsheet; undefined if its quotation marks are malformed. */
export function parseCsv(file: string) {
  const { rows, malformed } = parseRows(stripBom(file), 1, ',');
  return malformed ? undefined : rows;
}

/** Spreadsheets may mark their files as UTF-8 with a byte order mark. */
const stripBom = (text: string) => text.replace(/^\uFEFF/, '');

/** Parses complete rows, numbered from `first`; stops at a row with malformed quotation marks. */
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

/** The file cannot be parsed from this row on. */
export class MalformedCsvError extends Error {
  readonly row: number;

  constructor(row: number) {
    super(`Row ${row} of the table cannot be read.`);
    this.name = 'MalformedCsvError';
    this.row = row;
  }
}

/**
 * Streams the rows of a CSV file in batches. The separator is detected in its heading. A row longer than `rowMax`
 * counts as one whose quotation mark was never closed.
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

/** The end of the last line that does not end within a cell; 0 if there is none. */
function endOfLastRow(text: string) {
  let [end, quoted] = [0, false];
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charCodeAt(place);
    if (sign === QUOTE) quoted = !quoted;
    else if (sign === LINE_FEED && !quoted) end = place + 1;
  }
  return end;
}
