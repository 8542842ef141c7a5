import { expect, test } from 'vitest';
import { toPlainText } from './plain-text.ts';

test.each([
  ['**Bold** and *italic* and __both__ _kinds_', 'Bold and italic and both kinds'],
  ['### Care\n\nWipe it dry.', 'Care\n\nWipe it dry.'],
  ['- Silver\n- Gold\n\n1. First', 'Silver\nGold\n\nFirst'],
  ['See [the size guide](/faq#sizes).', 'See the size guide.'],
  ['**[Bold link](https://example.com/a?b=c)**', 'Bold link'],
])('plain text of %j is %j', (markdown, text) => {
  expect(toPlainText(markdown)).toBe(text);
});

test.each(['A ring like the moon.', '5 * 3 * 2 mm', 'SKU moon_ring_6', '#1 choice', 'Rated [5] of 5', '2 - 4 days'])(
  'plain text of %j, which has no Markdown, is unchanged',
  (text) => {
    expect(toPlainText(text)).toBe(text);
  },
);
