import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRow, parseCsv } from './csv.ts';

const cellsIn = (text: string) => parseCsv(text)?.map(({ cells }) => cells);

describe('a table that leaves the shop', () => {
  test.each(['=1+1', '+49', '-cmd', '@SUM(A1)', '\tx', '\r=1'])('has no formula in it: %j', (text) => {
    expect(csvRow([text])).toBe(`"'${text}"\r\n`);
  });

  test('keeps numbers, and quotes what would break a row', () => {
    expect(csvRow([-12.5, 'a,b', 'say "hi"', 'two\nlines', null, 'plain'])).toBe(
      '-12.5,"a,b","say ""hi""","two\nlines",,plain\r\n',
    );
  });
});

describe('a table that comes in', () => {
  test('is read as spreadsheets write it', () => {
    expect(parseCsv('\uFEFFa,b\r\n"1, 2","x ""y"""\n\n3,')).toEqual([
      { row: 1, cells: ['a', 'b'] },
      { row: 2, cells: ['1, 2', 'x "y"'] },
      { row: 4, cells: ['3', ''] },
    ]);
    expect(cellsIn('""')).toEqual([]);
    expect(parseCsv('"open')).toBeUndefined();
  });

  test('gives back what was written', () => {
    const text = fc.string().filter((value) => !/^[=+\-@\t\r]/.test(value));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), text), { minLength: 1 }), (rows) => {
        // Lines within a cell count as lines of the file and no more.
        const written = rows.map((cells) => csvRow(cells)).join('');
        expect(cellsIn(written)).toEqual(rows);
      }),
    );
  });
});
