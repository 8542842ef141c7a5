import { homeMessages } from '@shop/contracts/home/messages';
import { expect, test } from 'vitest';
import { parsePromises } from './promises.ts';

test('a promise is a line with a title, a colon and a text', () => {
  expect(parsePromises(' Cut by hand : In 1:1 care.\n\nEngraving\n')).toEqual([
    { title: 'Cut by hand', text: 'In 1:1 care.' },
    { title: 'Engraving', text: '' },
  ]);
});

test('shows four at most', () => {
  expect(parsePromises('a\nb\nc\nd\ne')).toHaveLength(4);
});

test('the default promises have a title and a text each', () => {
  const promises = parsePromises(homeMessages.defaultPromises);

  expect(promises).toHaveLength(4);
  expect(promises.every(({ title, text }) => title !== '' && text !== '')).toBe(true);
});
