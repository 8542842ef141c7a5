import { expect, test } from 'vitest';
import { applyLineIntent, readPlainForm } from './plain-form.ts';
import { formValuesOf } from './product-draft.ts';

const formOf = (entries: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

const RING: [string, string][] = [
  ['name', 'Ring'],
  ['price', '12.50'],
  ['stock', 'on'],
  ['status', 'draft'],
  ['images.url', '/media/a/960.webp'],
  ['images.alt', 'A ring'],
  ['images.url', '/media/b/960.webp'],
  ['images.alt', ''],
  ['variants.id', 'plain'],
  ['variants.options', '{}'],
  ['variants.sku', 'RING'],
  ['variants.priceDifference', '0'],
  ['variants.quantity', '3'],
  ['options.applied', '[]'],
];

test('a form sent without JavaScript has the lists in their order', () => {
  const { typed, optionsChanged } = readPlainForm(formOf(RING));

  expect(optionsChanged).toBe(false);
  expect(typed).toMatchObject({ name: 'Ring', price: '12.50', stock: true, status: 'draft', seoTitle: '' });
  expect(typed.images.map(({ url, alt }) => [url, alt])).toEqual([
    ['/media/a/960.webp', 'A ring'],
    ['/media/b/960.webp', ''],
  ]);
  expect(typed.variants).toEqual([{ id: 'plain', sku: 'RING', options: {}, priceDifference: '0', quantity: '3' }]);
});

test('new options of a form sent without JavaScript become rows of the variant grid', () => {
  const sized = formOf([...RING, ['options.name', 'Size'], ['options.value', 'S, M']]);

  const { typed, optionsChanged } = readPlainForm(sized);

  expect(optionsChanged).toBe(true);
  expect(typed.variants.map(({ id, options }) => [id, options.Size])).toEqual([
    ['plain', 'S'],
    [undefined, 'M'],
  ]);
});

test('the entered pairing of a form sent without JavaScript is added to the others once', () => {
  const pairingsAfter = (entered: string) =>
    readPlainForm(
      formOf([
        ['pairings.slug', 'band'],
        ['pairings.name', 'Band'],
        ['pairings.search', entered],
      ]),
    ).typed.pairings;

  expect(pairingsAfter(' necklace ')).toEqual([
    { slug: 'band', name: 'Band' },
    { slug: 'necklace', name: 'necklace' },
  ]);
  expect(pairingsAfter('band')).toEqual([{ slug: 'band', name: 'Band' }]);
});

test('the buttons of a list edit the form, and any other button does not', () => {
  const { typed } = readPlainForm(formOf(RING));
  const urls = (intent: string) => applyLineIntent(typed, intent)?.images.map(({ url }) => url.slice(7, 8));

  expect(urls('image-down.0')).toEqual(['b', 'a']);
  expect(urls('image-up.0')).toEqual(['a', 'b']);
  expect(urls('remove-image.1')).toEqual(['a']);
  expect(applyLineIntent(formValuesOf(), 'add-option')?.options).toHaveLength(1);
  expect(applyLineIntent(typed, 'save')).toBeUndefined();
});
