/** A spreadsheet takes such a cell for a formula: whoever opens our file must not run what a customer wrote. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

const cellOf = (value: string | number | null) => {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) || harmless !== text ? `"${harmless.replaceAll('"', '""')}"` : harmless;
};

/** One row of a CSV file (RFC 4180). */
export const csvRow = (cells: (string | number | null)[]) => `${cells.map(cellOf).join(',')}\r\n`;

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** The rows of a CSV file, counted as a spreadsheet does; undefined when its quotation marks do not fit. */
export function parseCsv(file: string) {
  // A spreadsheet may mark its files as UTF-8 with a character nobody sees.
  const text = file.replace(/^\uFEFF/, '');
  const rows: { row: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let row = 1;
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length || cells.length > 0) {
    const found = CELL.exec(text);
    if (!found) return undefined;
    const [, quoted, plain = '', end] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (cells.some((cell) => cell !== '')) rows.push({ row, cells });
    cells = [];
    row += 1;
  }
  return rows;
}
