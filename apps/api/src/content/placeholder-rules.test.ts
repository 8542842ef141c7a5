import { expect, test } from 'vitest';
import { unfilledPlaceholders } from './placeholder-rules.ts';

test('finds text in square brackets and example addresses, each once', () => {
  const text =
    'Sold by [registered company name], [address].\nWrite to hi@example.com, or [hi](mailto:hi@example.com).';

  expect(unfilledPlaceholders(text)).toEqual(['[registered company name]', '[address]', 'hi@example.com']);
});

test('finds nothing in links, footnotes, check boxes and addresses of other domains', () => {
  const text =
    'See [the terms](/terms), [shipping][ship], note [1], [ ] and hello@crystalline.shop.\n[ship]: /shipping';

  expect(unfilledPlaceholders(text)).toEqual([]);
});
