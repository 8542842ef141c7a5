import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import {
  type AdminProduct,
  findContradictions,
  type Option,
  ProductDraft,
  type ProductInput,
  type ProductStatus,
} from '@shop/contracts/catalog/admin-schema';
import { EMPTY_PRODUCT, ProductFields } from '@shop/contracts/catalog/product-fields';
import type { CommonCode } from '@shop/contracts/common/operation';
import type { Problem } from '@shop/contracts/common/problem';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { EMPTY_ROW, rowOf, type VariantRow } from './product-variants.ts';

type Line = { key: string; name: string; value: string };

/** The fields whose inputs have another type than `ProductFields`. React keys let a moved line keep its focus. */
type TypedValues = {
  price: string;
  salePrice: string;
  quantity: string;
  status: Exclude<ProductStatus, 'deleted'>;
  images: { key: string; url: string; alt: string }[];
  tags: string;
  specifications: Line[];
  /** Option values are comma-separated. */
  options: Line[];
  variants: VariantRow[];
  pairings: AdminProduct['pairings'];
};

/** The product form as typed. */
export type ProductFormValues = Omit<ProductFields, keyof TypedValues | 'imageAlts'> & TypedValues;

let keyCount = 0;
const nextKey = () => {
  keyCount += 1;
  return `line-${keyCount}`;
};
export const emptyImage = (url = '') => ({ key: nextKey(), url, alt: '' });
export const emptyLine = () => ({ key: nextKey(), name: '', value: '' });

export function formValuesOf(product?: AdminProduct): ProductFormValues {
  const { images, imageAlts, ...fields } = ProductFields.parse(product ?? EMPTY_PRODUCT);
  return {
    ...fields,
    price: product ? `${product.price}` : '',
    salePrice: `${fields.salePrice}`,
    quantity: `${product?.quantity ?? 0}`,
    status: fields.status === 'deleted' ? 'published' : fields.status,
    images:
      images.length > 0
        ? images.map((url, place) => ({ key: nextKey(), url, alt: imageAlts[place] ?? '' }))
        : [emptyImage()],
    tags: fields.tags.join(', '),
    specifications: Object.entries(fields.specifications).map(([name, value]) => ({ key: nextKey(), name, value })),
    options: fields.options.map(({ name, values }) => ({ key: nextKey(), name, value: values.join(', ') })),
    variants: product ? product.variants.map(rowOf) : [EMPTY_ROW],
    pairings: product?.pairings ?? [],
  };
}

/** The stock of existing variants is not edited in the form: it follows the product, whatever else was typed. */
export function withCurrentStock(formValues: ProductFormValues, product?: AdminProduct): ProductFormValues {
  if (!product) return formValues;
  const quantities = new Map(product.variants.map(({ id, quantity }) => [id, `${quantity}`]));
  const variants = formValues.variants.map((row) => ({
    ...row,
    quantity: quantities.get(row.id ?? '') ?? row.quantity,
  }));
  return { ...formValues, quantity: `${product.quantity}`, variants };
}

/** An empty field is 0. */
const number = (text: string) => (text.trim() === '' ? 0 : Number(text));
const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const optionsOf = (formValues: Pick<ProductFormValues, 'options'>): Option[] =>
  formValues.options.map(({ name, value }) => ({ name: name.trim(), values: splitList(value) }));

/** Without options that are not complete yet. */
export const namedOptions = (formValues: Pick<ProductFormValues, 'options'>) =>
  optionsOf(formValues).filter(({ name, values }) => name && values.length > 0);

/** The value of the status field. */
export const statusIn = (value: string): ProductFormValues['status'] =>
  value === 'draft' || value === 'archived' ? value : 'published';

export function draftOf(formValues: ProductFormValues, version?: number): ProductInput {
  const options = optionsOf(formValues);
  return {
    ...formValues,
    price: number(formValues.price),
    salePrice: number(formValues.salePrice),
    quantity: number(formValues.quantity),
    slug: formValues.slug.trim(),
    images: formValues.images.map(({ url }) => url),
    imageAlts: formValues.images.map(({ alt }) => alt),
    tags: splitList(formValues.tags),
    specifications: Object.fromEntries(formValues.specifications.map(({ name, value }) => [name, value])),
    options,
    pairings: formValues.pairings.map(({ slug }) => slug),
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
  return fieldErrors([...(error?.issues ?? []), ...(price > 0 ? findContradictions({ price, salePrice }) : [])]);
}

type ProductProblem = Pick<Problem, 'status' | 'code' | 'message'>;

/** Shown and logged when a product could not be created, updated, deleted or restored. */
export const productErrorMessages = {
  create: (problem: ProductProblem) =>
    problem.code === ('key_reused' satisfies CommonCode)
      ? messages.addedBefore
      : errorMessage(problem, messages.createFailed),
  update: (problem: ProductProblem) => errorMessage(problem, messages.updateFailed),
  delete: () => messages.deleteFailed,
  undo: (problem: ProductProblem) => errorMessage(problem, messages.undoFailed),
};
