import { BUILT_IN_PAGES } from '@shop/contracts/content/built-in-pages';
import { hasTooManyMarks } from '@shop/contracts/content/markdown-limits';
import { expect, test } from 'vitest';
import { readDescription } from './description.ts';
import { readOwnArticle } from './markdown.ts';

/** As long as a page may be. */
const LENGTH = 40_000;
const UNITS = [
  'a',
  ' ',
  '\n',
  '\t',
  '*',
  '_',
  '`',
  '~',
  '[',
  ']',
  '(',
  '!',
  '<',
  '>',
  '&',
  '#',
  '-',
  '+',
  '|',
  '\\',
  '"',
  '@',
];
const LONGER = ['www.', 'http://', '\n\n', '\n> ', '\n- ', '    ', '](', '<a', '[a]:', 'a@'];
const HOSTILE = [...UNITS, ...LONGER].flatMap((unit) => ['', ...UNITS, ...LONGER].map((other) => unit + other));

test('A48 a hostile text of any two marks, repeated, is shown within a second, whenever it was saved', {
  timeout: 300_000,
}, () => {
  const slow: [string, number][] = [];
  for (const unit of HOSTILE) {
    const text = unit.repeat(LENGTH / unit.length);
    const started = performance.now();
    readOwnArticle(text);
    readDescription(text);
    const duration = performance.now() - started;
    if (duration > 1_000) slow.push([unit, Math.round(duration)]);
  }

  expect(slow).toEqual([]);
});

/** The kinds of paragraphs that were slowest in a search over 35,000: two marks, a word, and how many of them. */
const SLOWEST = ['_', '__', '*', '**', '[!', '+_'].flatMap((unit) =>
  [25, 50, 100, 200].map((times) => `${unit.repeat(times)}${'a'.repeat(times / 4)}\n\n`),
);

test('A48 a text that is accepted takes less than 100 ms of a processor to show, however its marks are spread', () => {
  const slow: [string, number][] = [];
  for (const paragraph of [...SLOWEST, '*\n- a a ', '\n- &aa'])
    for (let length = LENGTH; length > 500; length /= 1.5) {
      const text = paragraph.repeat(length / paragraph.length);
      if (hasTooManyMarks(text)) continue;
      // The first time includes what the engine compiles.
      const times = [1, 2, 3].map(() => {
        const started = process.threadCpuUsage();
        readOwnArticle(text);
        return process.threadCpuUsage(started).user / 1_000;
      });
      if (Math.min(...times) > 100) slow.push([paragraph, Math.min(...times)]);
      break;
    }

  expect(slow).toEqual([]);
});

test('a long page of paragraphs with emphasis and links has not too many marks', () => {
  const paragraph = 'We *repair* what we **sell**: see [returns](/shipping#returns) or [write to us](/contact).\n\n';

  expect(hasTooManyMarks(paragraph.repeat(LENGTH / paragraph.length))).toBe(false);
});

test('no page of the release has too many marks', () => {
  for (const { body } of Object.values(BUILT_IN_PAGES)) expect(hasTooManyMarks(body)).toBe(false);
});

test('a text with too many marks is shown as it was typed', () => {
  const text = '*a'.repeat(300);

  expect(readDescription(text)).toEqual([{ type: 'paragraph', content: [text] }]);
});
