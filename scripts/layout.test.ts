import { expect, test } from 'vitest';
import { isSource, layoutFaults, medianOf } from './layout.ts';

const filesIn = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `${folder}/file-${index}.ts`, lines: 10 }));

test('accepts a folder of 20 files and a file of 250 lines', () => {
  expect(layoutFaults([...filesIn('apps/api/src', 20), { path: 'bench/src/main.ts', lines: 250 }])).toEqual([]);
});

test('rejects a folder with 21 files, not counting its subfolders', () => {
  expect(layoutFaults([...filesIn('apps/api/src', 21), ...filesIn('apps/api/src/orders', 20)])).toEqual([
    'apps/api/src has 21 source files, more than 20: group them.',
  ]);
});

test('rejects a file of 251 lines', () => {
  expect(layoutFaults([...filesIn('e2e', 2), { path: 'e2e/support/shop.ts', lines: 251 }])).toEqual([
    'e2e/support/shop.ts has 251 lines, more than 250: split it.',
  ]);
});

test('rejects a median over 60 lines', () => {
  expect(layoutFaults([59, 61, 63].map((lines) => ({ path: `e2e/${lines}.ts`, lines })))).toEqual([
    'The median source file has 61 lines, more than 60.',
  ]);
});

test.each([
  [[3, 1, 2], 2],
  [[10, 9, 1, 2], 5.5],
  [[], 0],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median);
});

test('counts TypeScript and JavaScript, not tests, styles or data', () => {
  const paths = ['a.ts', 'b.tsx', 'c.js', 'a.test.ts', 'a.api.test.ts', 'b.test.tsx', 'd.spec.ts', 'e.css', 'f.json'];

  expect(paths.filter(isSource)).toEqual(['a.ts', 'b.tsx', 'c.js']);
});
