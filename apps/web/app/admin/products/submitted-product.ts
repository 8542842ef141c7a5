/** The product form as it is sent. */
import { TEXT_FIELDS } from '@shop/contracts/catalog/product-fields';
import { parseJson } from '@shop/contracts/common/parse-json';
import { recordOf } from '@shop/contracts/common/record-of';
import { z } from 'zod';
import { moved } from './line-intent.ts';
import { emptyImage, emptyLine, namedOptions, type ProductFormValues, statusIn } from './product-draft.ts';
import { EMPTY_ROW, rowsAfter, type VariantRow } from './product-variants.ts';

const AppliedOptions = z.array(z.object({ name: z.string(), values: z.array(z.string()) })).catch([]);
const OptionValues = z.record(z.string(), z.string()).catch({});

type SubmittedProduct = {
  typed: ProductFormValues;
  /** The options differ from those that the variants are for: the variants are adapted, and not yet seen. */
  optionsChanged: boolean;
};

export function readProductForm(form: FormData): SubmittedProduct {
  // A document sends line breaks as CRLF, a script as they are.
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  const texts = (name: string) => form.getAll(name).map(String);
  const linesOf = (list: 'options' | 'specifications') => {
    const values = texts(`${list}.value`);
    return texts(`${list}.name`).map((name, place) => ({ ...emptyLine(), name, value: values[place] ?? '' }));
  };
  const alts = texts('images.alt');
  const images = texts('images.url').map((url, place) => ({ ...emptyImage(url), alt: alts[place] ?? '' }));
  const options = linesOf('options');
  const [before, after] = [AppliedOptions.parse(parseJson(text('options.applied'))), namedOptions({ options })];
  const optionsChanged = JSON.stringify(before) !== JSON.stringify(after);
  const rows = readRows(texts);
  const names = texts('pairings.name');
  const pairings = texts('pairings.slug').map((slug, place) => ({ slug, name: names[place] ?? slug }));
  const entered = text('intent') === 'add-pairing' ? text('pairings.search').trim() : '';

  const typed: ProductFormValues = {
    ...recordOf(TEXT_FIELDS, text),
    price: text('price'),
    salePrice: text('salePrice'),
    quantity: text('quantity'),
    stock: form.has('stock'),
    status: statusIn(text('status')),
    tags: text('tags'),
    images: images.length > 0 ? images : [emptyImage()],
    specifications: linesOf('specifications'),
    options,
    variants: optionsChanged ? rowsAfter(before, after, rows) : rows,
    pairings:
      entered === '' || pairings.some(({ slug }) => slug === entered)
        ? pairings
        : [...pairings, { slug: entered, name: entered }],
  };
  return { typed, optionsChanged };
}

function readRows(texts: (name: string) => string[]): VariantRow[] {
  const [ids, options, differences, quantities] = [
    texts('variants.id'),
    texts('variants.options'),
    texts('variants.priceDifference'),
    texts('variants.quantity'),
  ];
  const rows = texts('variants.sku').map((sku, place) => ({
    ...(ids[place] && { id: ids[place] }),
    sku,
    options: OptionValues.parse(parseJson(options[place] ?? '')),
    priceDifference: differences[place] ?? '0',
    quantity: quantities[place] ?? '0',
  }));
  return rows.length > 0 ? rows : [EMPTY_ROW];
}

/** The form after one of the buttons that edit its lists; undefined for any other button. */
export function applyLineIntent(typed: ProductFormValues, intent: string): ProductFormValues | undefined {
  const [action, place] = intent.split('.');
  const at = Number(place);
  switch (action) {
    case 'add-image':
      return { ...typed, images: [...typed.images, emptyImage()] };
    case 'remove-image':
      return { ...typed, images: typed.images.toSpliced(at, 1) };
    case 'image-up':
      return { ...typed, images: moved(typed.images, at, at - 1) };
    case 'image-down':
      return { ...typed, images: moved(typed.images, at, at + 1) };
    case 'add-option':
      return { ...typed, options: [...typed.options, emptyLine()] };
    case 'remove-option':
      return withOptions(typed, typed.options.toSpliced(at, 1));
    case 'add-specification':
      return { ...typed, specifications: [...typed.specifications, emptyLine()] };
    case 'remove-specification':
      return { ...typed, specifications: typed.specifications.toSpliced(at, 1) };
    case 'remove-variant':
      return { ...typed, variants: typed.variants.toSpliced(at, 1) };
    // The entered one is already part of the form.
    case 'add-pairing':
      return typed;
    case 'remove-pairing':
      return { ...typed, pairings: typed.pairings.toSpliced(at, 1) };
  }
}

const withOptions = (typed: ProductFormValues, options: ProductFormValues['options']): ProductFormValues => ({
  ...typed,
  options,
  variants: rowsAfter(namedOptions(typed), namedOptions({ options }), typed.variants),
});
