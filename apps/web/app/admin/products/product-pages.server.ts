import type { AdminProduct, ProductInput } from '@shop/contracts/catalog/admin-schema';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api, CallResult } from '#lib/api.server.ts';
import { currencyWithCode } from '#lib/format.ts';
import { log } from '#lib/log.server.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import type { ToastResult } from '#ui/toast.tsx';
import { draftOf, errorsIn, type ProductFormValues } from './product-draft.ts';
import { applyLineIntent, readProductForm } from './submitted-product.ts';

/** The categories and brands to choose from. */
export async function loadLabels(api: Api) {
  const [categories, brands] = await Promise.all([api.read(listCategories), api.read(listBrands)]);
  return { categories: categories.map(({ name }) => name), brands: brands.map(({ name }) => name) };
}

/** What the form needs beside the product; without the settings, it does not say what customers are charged in. */
export async function loadFormData(api: Api) {
  const [labels, settings] = await Promise.all([loadLabels(api), findStoreSettings()]);
  return { ...labels, chargeCurrency: settings && currencyWithCode(settings.paymentCurrency) };
}

export type ProductActionResult = ToastResult & {
  /** Why nothing was saved, by field; `failed` is the message. */
  problem?: Pick<Problem, 'code' | 'errors'>;
  /** The version that was saved. */
  saved?: AdminProduct['version'];
  stock?: { errors: Record<string, string> };
  /** The form as it was sent, with its version and idempotency key, to show it again where no script kept it. */
  typed?: ProductFormValues;
  version?: AdminProduct['version'];
  key?: string;
  info?: string;
  /** What the form would do, before it is confirmed. */
  confirmation?: Confirmation;
};

/** Logs the message of a rejected write and returns it to the page, with what was submitted. */
export function errorResponse(problem: Problem, message: string, submitted: ProductActionResult = {}) {
  log.warn({ requestId: problem.requestId, status: problem.status, code: problem.code }, message);
  const { code, errors } = problem;
  const result = { ...submitted, problem: { code, errors }, failed: message };
  return data<ProductActionResult>(result, { status: problem.status });
}

type ProductSaving = {
  save: (draft: ProductInput, key: string) => Promise<CallResult<AdminProduct>>;
  errorText: (problem: Problem) => string;
};

/**
 * Saves the form. The result is the saved product, or else the response: the form again, with its errors, or with a list
 * that one of its buttons has edited before the scripts had started.
 */
export async function saveProductForm(form: FormData, { save, errorText }: ProductSaving) {
  const { typed, optionsChanged } = readProductForm(form);
  const intent = String(form.get('intent'));
  const version = Number(form.get('version')) || undefined;
  const key = String(form.get('key') ?? '');
  const submitted = { typed, version, key };

  const edited = applyLineIntent(typed, intent);
  if (edited) return { response: data<ProductActionResult>({ ...submitted, typed: edited }) };
  if (optionsChanged) return { response: data<ProductActionResult>({ ...submitted, info: messages.variantsUpdated }) };

  // Overwrites what the user was shown, and no later version.
  const draft = draftOf(typed, intent === 'overwrite' ? Number(form.get('currentVersion')) : version);
  const errors = Object.entries(errorsIn(draft)).map(([field, message]) => ({ field, message }));
  if (errors.length > 0) {
    const result = { ...submitted, problem: { code: 'invalid', errors } };
    return { response: data<ProductActionResult>(result, { status: 422 }) };
  }
  const result = await save(draft, key);
  if (!result.ok) return { response: errorResponse(result.problem, errorText(result.problem), submitted) };
  return { product: result.value };
}
