import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CsvRow, csvRow, MalformedCsvError, parseCsv, readCsv, unescapeFormula } from './csv.ts';

const cellsIn = (text: string) => parseCsv(text)?.map(({ cells }) => cells);

/** Parses the file as a stream of chunks of that length. */
async function streamed(text: string, length: number, rowMax = 1_000) {
  async function* chunks() {
    for (let place = 0; place < text.length; place += length) yield text.slice(place, place + length);
  }
  const rows: CsvRow[] = [];
  for await (const some of readCsv(chunks(), rowMax)) rows.push(...some);
  return rows;
}

/** Ordinary and malicious cells. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', "'", "'=", "''-", '"', ';', '\n'), fc.string())
    .map((parts) => parts.join('')),
);
const tables = fc.array(fc.tuple(fc.constant('x'), text, text), { minLength: 1 });

describe('csvRow', () => {
  test.each(['=1+1', '+49', '-cmd', '@SUM(A1)', '\tx', '\r=1'])('escapes the formula %j', (formula) => {
    expect(csvRow([formula])).toMatch(/^"'/);
    expect(unescapeFormula(cellsIn(csvRow([formula]))?.[0]?.[0] ?? '')).toBe(formula);
  });

  test.each([
    ["Ada;=cmd|'/C calc'!A0;x", `"Ada;'=cmd|'/C calc'!A0;x"`],
    ['Ada;"=1+1"', `"Ada;'""=1+1"""`],
    ['Ada\t@SUM(A1)', `"Ada\t'@SUM(A1)"`],
    ['one\n- two\r\n+3', `"one\n'- two\r\n'+3"`],
    ["Ada;'=1", `"Ada;''=1"`],
  ])('escapes a formula where another separator begins a cell: %j', (name, cell) => {
    expect(csvRow(['x', name])).toBe(`x,${cell}\r\n`);
  });

  test.each([';', '\t'])('has no formula for a spreadsheet whose separator is %j', (separator) => {
    const hostile = fc
      .array(fc.oneof(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ';', ',', ' '), fc.string()))
      .map((parts) => parts.join(''))
      .filter((cell) => !/^-?\d/.test(cell));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), hostile, hostile), { minLength: 1 }), (rows) => {
        const lines = rows.map((cells) => csvRow(cells)).join('');
        // Quotation marks that do not begin a cell mean nothing there, and those that do may be dropped.
        const cells = lines.split(/[\r\n]/).flatMap((line) => line.split(separator));
        expect(cells.filter((cell) => /^"*[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });

  test('keeps numbers and quotes cells that would break a row', () => {
    expect(csvRow([-12.5, 'a,b', 'say "hi"', 'two\nlines', null, 'plain'])).toBe(
      '-12.5,"a,b","say ""hi""","two\nlines",,plain\r\n',
    );
  });
});

describe('parsing CSV', () => {
  test('reads files as spreadsheets write them', () => {
    expect(parseCsv('\uFEFFa,b\r\n"1, 2","x ""y"""\n\n3,')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1, 2', 'x "y"'] },
      { row: 4, cells: ['3', ''] },
    ]);
    expect(cellsIn('""')).toEqual([]);
    expect(parseCsv('"open')).toBeUndefined();
  });

  test('restores the cells that csvRow wrote', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        const written = rows.map((cells) => csvRow(cells)).join('');
        expect(cellsIn(written)?.map((cells) => cells.map(unescapeFormula))).toEqual(rows);
      }),
    );
  });

  test('returns the same rows for a stream of chunks as for the whole file', async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.integer({ min: 1, max: 40 }), async (rows, length) => {
        const written = rows.map((cells) => csvRow(cells)).join('');
        expect(await streamed(`a,b,c\n${written}`, length)).toEqual(parseCsv(`a,b,c\n${written}`));
      }),
    );
  });

  test('detects semicolons as separators', async () => {
    expect(await streamed('\uFEFFName;Price\r\n"Ring; silver";12,50\r\n', 7)).toEqual([
      { row: 1, cells: ['Name', 'Price'] },
      { row: 2, cells: ['Ring; silver', '12,50'] },
    ]);
  });

  test.each([
    ['a quotation mark within a cell', 'a\nb\n5" ring\n', 3],
    ['a quotation mark that is never closed', `a\nb\n"${'c\n'.repeat(600)}`, 3],
  ])('rejects a row with %s', async (_what, file, row) => {
    await expect(streamed(file, 64)).rejects.toThrow(new MalformedCsvError(row).message);
  });
});
