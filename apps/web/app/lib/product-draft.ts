import {
  type AdminProduct,
  contradictions,
  type Option,
  ProductDraft,
  type ProductInput,
  type ProductState,
} from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import type { Problem } from '@shop/contracts/problem';
import { EMPTY_ROW, rowOf, type VariantRow } from './product-variants.ts';

type Line = { key: string; name: string; value: string };

/** The product form as it is typed. Lines have keys, so that one that moves keeps its focus. */
export type ProductTyped = {
  name: string;
  description: string;
  price: string;
  salePrice: string;
  category: string;
  brand: string;
  stock: boolean;
  quantity: string;
  slug: string;
  status: Exclude<ProductState, 'deleted'>;
  images: { key: string; url: string; alt: string }[];
  tags: string;
  specifications: Line[];
  /** The values of an option are parted by commas. */
  options: Line[];
  variants: VariantRow[];
};

let lines = 0;
const fresh = () => {
  lines += 1;
  return `line-${lines}`;
};
export const emptyImage = (url = '') => ({ key: fresh(), url, alt: '' });
export const emptyLine = () => ({ key: fresh(), name: '', value: '' });

export const typedOf = (product?: AdminProduct): ProductTyped => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  price: product ? `${product.price}` : '',
  salePrice: product ? `${product.salePrice}` : '0',
  category: product?.category ?? '',
  brand: product?.brand ?? '',
  stock: product?.stock ?? true,
  quantity: product ? `${product.quantity}` : '0',
  slug: product?.slug ?? '',
  status: product && product.status !== 'deleted' ? product.status : 'published',
  images: product?.images.length
    ? product.images.map((url, place) => ({ key: fresh(), url, alt: product.imageAlts[place] ?? '' }))
    : [emptyImage()],
  tags: product?.tags.join(', ') ?? '',
  specifications: Object.entries(product?.specifications ?? {}).map(([name, value]) => ({ key: fresh(), name, value })),
  options: (product?.options ?? []).map(({ name, values }) => ({ key: fresh(), name, value: values.join(', ') })),
  variants: product ? product.variants.map(rowOf) : [EMPTY_ROW],
});

/** What was left empty is 0. */
const number = (text: string) => (text.trim() === '' ? 0 : Number(text));
const parted = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const optionsOf = (typed: Pick<ProductTyped, 'options'>): Option[] =>
  typed.options.map(({ name, value }) => ({ name: name.trim(), values: parted(value) }));

export function draftOf(typed: ProductTyped, version?: number): ProductInput {
  const options = optionsOf(typed);
  return {
    name: typed.name,
    description: typed.description,
    price: number(typed.price),
    salePrice: number(typed.salePrice),
    category: typed.category,
    brand: typed.brand,
    stock: typed.stock,
    quantity: number(typed.quantity),
    slug: typed.slug.trim(),
    status: typed.status,
    images: typed.images.map(({ url }) => url),
    imageAlts: typed.images.map(({ alt }) => alt),
    tags: parted(typed.tags),
    specifications: Object.fromEntries(typed.specifications.map(({ name, value }) => [name, value])),
    options,
    // Without options the one quantity of the form is that of the one variant.
    variants: typed.variants.map(({ id, sku, options: own, priceDifference, quantity }) => ({
      ...(id && { id }),
      sku,
      options: own,
      priceDifference: number(priceDifference),
      quantity: number(options.length > 0 ? quantity : typed.quantity),
    })),
    ...(version !== undefined && { version }),
  };
}

/** The first thing wrong with each field, by its name; also with fields together while others are still wrong. */
export function errorsIn(draft: ProductInput): Record<string, string> {
  const { error } = ProductDraft.safeParse(draft);
  const { price, salePrice = 0 } = draft;
  const issues = [...(error?.issues ?? []), ...(price > 0 ? contradictions({ price, salePrice }) : [])];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}

export const errorsOf = ({ errors = [] }: Pick<Problem, 'errors'>): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

const wordsOr = (failed: string) => (problem: Pick<Problem, 'status' | 'code' | 'message'>) =>
  problem.status < 500 && problem.code !== 'unexpected' && problem.message ? problem.message : failed;

/** What is told, and written to the log, of a product that was not added, changed, deleted or brought back. */
export const refusals = {
  create: (problem: Pick<Problem, 'status' | 'code' | 'message'>) =>
    problem.code === 'key_reused' ? messages.addedBefore : wordsOr(messages.createFailed)(problem),
  update: wordsOr(messages.updateFailed),
  delete: () => messages.deleteFailed,
  undo: wordsOr(messages.undoFailed),
};
