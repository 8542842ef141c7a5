import { homeMessages } from '@shop/contracts/home/messages';
import { expect, test } from 'vitest';
import { parseServiceNotes } from './service-notes.ts';

test('a promise is a line with a title, a colon and a text', () => {
  expect(parseServiceNotes(' Cut by hand : In 1:1 care.\n\nEngraving\n')).toEqual([
    { title: 'Cut by hand', text: 'In 1:1 care.' },
    { title: 'Engraving', text: '' },
  ]);
});

test('shows four at most', () => {
  expect(parseServiceNotes('a\nb\nc\nd\ne')).toHaveLength(4);
});

test('the default promises have a title and a text each, and name the days to return', () => {
  const promises = parseServiceNotes(homeMessages.defaultServiceNotes(14));

  expect(promises).toHaveLength(4);
  expect(promises.every(({ title, text }) => title !== '' && text !== '')).toBe(true);
  expect(promises[1]?.title).toBe('14 days to decide');
});

test('the default promises of a store without returns have none of returns', () => {
  const promises = parseServiceNotes(homeMessages.defaultServiceNotes(0));

  expect(promises).toHaveLength(3);
  expect(JSON.stringify(promises)).not.toMatch(/return/i);
});
