import { expect, test } from 'vitest';
import { applyMark, type Mark } from './markdown.ts';

/** The text after a mark, with the selection in angle brackets. */
function marked(before: string, mark: Mark) {
  const [start, end] = [before.indexOf('<'), before.indexOf('>') - 1];
  const { text, ...selection } = applyMark(before.replace(/[<>]/g, ''), { start, end }, mark);
  return `${text.slice(0, selection.start)}<${text.slice(selection.start, selection.end)}>${text.slice(selection.end)}`;
}

test.each<[string, Mark, string]>([
  ['a <ring> b', 'bold', 'a **<ring>** b'],
  ['a <ring>', 'italic', 'a *<ring>*'],
  ['a <ring>', 'link', 'a [<ring>](/products)'],
  ['a <>b', 'bold', 'a **<bold text>**b'],
  ['<Silver\nGold>', 'list', '- <Silver\n- Gold>'],
  ['Metals:\nSil<v>er', 'list', 'Metals:\n\n- <Silver>'],
  ['- Silver\n<Gold>', 'list', '- Silver\n- <Gold>'],
  ['<>', 'list', '- <list item>'],
])('%j marked as %s is %j', (before, mark, after) => {
  expect(marked(before, mark)).toBe(after);
});
