import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import {
  type AdminProduct,
  findContradictions,
  type Option,
  ProductDraft,
  type ProductInput,
  type ProductState,
} from '@shop/contracts/catalog/admin-schema';
import type { Problem } from '@shop/contracts/common/problem';
import { EMPTY_ROW, rowOf, type VariantRow } from './product-variants.ts';

type Line = { key: string; name: string; value: string };

/** The product form as typed. Lines have keys, so that a moved line keeps its focus. */
export type ProductFormValues = {
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
  /** Option values are comma-separated. */
  options: Line[];
  variants: VariantRow[];
};

let keyCount = 0;
const nextKey = () => {
  keyCount += 1;
  return `line-${keyCount}`;
};
export const emptyImage = (url = '') => ({ key: nextKey(), url, alt: '' });
export const emptyLine = () => ({ key: nextKey(), name: '', value: '' });

export const formValuesOf = (product?: AdminProduct): ProductFormValues => ({
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
    ? product.images.map((url, place) => ({ key: nextKey(), url, alt: product.imageAlts[place] ?? '' }))
    : [emptyImage()],
  tags: product?.tags.join(', ') ?? '',
  specifications: Object.entries(product?.specifications ?? {}).map(([name, value]) => ({
    key: nextKey(),
    name,
    value,
  })),
  options: (product?.options ?? []).map(({ name, values }) => ({ key: nextKey(), name, value: values.join(', ') })),
  variants: product ? product.variants.map(rowOf) : [EMPTY_ROW],
});

/** An empty field is 0. */
const number = (text: string) => (text.trim() === '' ? 0 : Number(text));
const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const optionsOf = (formValues: Pick<ProductFormValues, 'options'>): Option[] =>
  formValues.options.map(({ name, value }) => ({ name: name.trim(), values: splitList(value) }));

export function draftOf(formValues: ProductFormValues, version?: number): ProductInput {
  const options = optionsOf(formValues);
  return {
    name: formValues.name,
    description: formValues.description,
    price: number(formValues.price),
    salePrice: number(formValues.salePrice),
    category: formValues.category,
    brand: formValues.brand,
    stock: formValues.stock,
    quantity: number(formValues.quantity),
    slug: formValues.slug.trim(),
    status: formValues.status,
    images: formValues.images.map(({ url }) => url),
    imageAlts: formValues.images.map(({ alt }) => alt),
    tags: splitList(formValues.tags),
    specifications: Object.fromEntries(formValues.specifications.map(({ name, value }) => [name, value])),
    options,
    // Without options, the quantity of the form is that of the only variant.
    variants: formValues.variants.map(({ id, sku, options: own, priceDifference, quantity }) => ({
      ...(id && { id }),
      sku,
      options: own,
      priceDifference: number(priceDifference),
      quantity: number(options.length > 0 ? quantity : formValues.quantity),
    })),
    ...(version !== undefined && { version }),
  };
}

/** The first error of each field, by name. Cross-field errors are reported even while other fields are invalid. */
export function errorsIn(draft: ProductInput): Record<string, string> {
  const { error } = ProductDraft.safeParse(draft);
  const { price, salePrice = 0 } = draft;
  const issues = [...(error?.issues ?? []), ...(price > 0 ? findContradictions({ price, salePrice }) : [])];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}

export const errorsOf = ({ errors = [] }: Pick<Problem, 'errors'>): Record<string, string> =>
  Object.fromEntries(errors.map(({ field, message }) => [field, message]));

const problemMessageOr = (failed: string) => (problem: Pick<Problem, 'status' | 'code' | 'message'>) =>
  problem.status < 500 && problem.code !== 'unexpected' && problem.message ? problem.message : failed;

/** Shown and logged when a product could not be created, updated, deleted or restored. */
export const productErrorMessages = {
  create: (problem: Pick<Problem, 'status' | 'code' | 'message'>) =>
    problem.code === 'key_reused' ? messages.addedBefore : problemMessageOr(messages.createFailed)(problem),
  update: problemMessageOr(messages.updateFailed),
  delete: () => messages.deleteFailed,
  undo: problemMessageOr(messages.undoFailed),
};
