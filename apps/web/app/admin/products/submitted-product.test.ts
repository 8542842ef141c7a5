import { expect, test } from 'vitest';
import { formValuesOf } from './product-draft.ts';
import { applyLineIntent, readProductForm } from './submitted-product.ts';

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

test('a submitted form has the lists in their order', () => {
  const { typed, optionsChanged } = readProductForm(formOf(RING));

  expect(optionsChanged).toBe(false);
  expect(typed).toMatchObject({ name: 'Ring', price: '12.50', stock: true, status: 'draft', seoTitle: '' });
  expect(typed.images.map(({ url, alt }) => [url, alt])).toEqual([
    ['/media/a/960.webp', 'A ring'],
    ['/media/b/960.webp', ''],
  ]);
  expect(typed.variants).toEqual([{ id: 'plain', sku: 'RING', options: {}, priceDifference: '0', quantity: '3' }]);
});

test('a description has the same line breaks, whether a document or a script sent it', () => {
  const descriptionIn = (text: string) => readProductForm(formOf([['description', text]])).typed.description;

  expect(descriptionIn('One.\r\nTwo.')).toBe('One.\nTwo.');
  expect(descriptionIn('One.\nTwo.')).toBe('One.\nTwo.');
});

test('options that were not applied before the form was sent become rows of the variant grid', () => {
  const sized = formOf([...RING, ['options.name', 'Size'], ['options.value', 'S, M']]);

  const { typed, optionsChanged } = readProductForm(sized);

  expect(optionsChanged).toBe(true);
  expect(typed.variants.map(({ id, options }) => [id, options.Size])).toEqual([
    ['plain', 'S'],
    [undefined, 'M'],
  ]);
});

test('the entered pairing is added to the others once, by its button only', () => {
  const pairingsAfter = (entered: string, intent = 'add-pairing') =>
    readProductForm(
      formOf([
        ['intent', intent],
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
  expect(pairingsAfter('necklace', 'save')).toEqual([{ slug: 'band', name: 'Band' }]);
});

test('the buttons of a list edit the form, and any other button does not', () => {
  const { typed } = readProductForm(formOf(RING));
  const urls = (intent: string) => applyLineIntent(typed, intent)?.images.map(({ url }) => url.slice(7, 8));

  expect(urls('image-down.0')).toEqual(['b', 'a']);
  expect(urls('image-up.0')).toEqual(['a', 'b']);
  expect(urls('remove-image.1')).toEqual(['a']);
  expect(applyLineIntent(formValuesOf(), 'add-option')?.options).toHaveLength(1);
  expect(applyLineIntent(typed, 'save')).toBeUndefined();
});
