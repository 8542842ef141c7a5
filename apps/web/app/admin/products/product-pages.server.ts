import { type AdminProduct, ProductDraft } from '@shop/contracts/catalog/admin-schema';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import { z } from 'zod';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import type { Api } from '#lib/api.server.ts';
import { currencyWithCode } from '#lib/format.ts';
import { log } from '#lib/log.server.ts';
import { findStoreSettings } from '#lib/store-settings.server.ts';
import type { ToastResult } from '#ui/toast.tsx';
import type { ProductFormValues } from './product-draft.ts';

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
  /** The form as it was sent without JavaScript, with its version and idempotency key, to show it again. */
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

/** The form is sent as JSON, or as a plain form without JavaScript. */
export const isJson = (request: Request) =>
  request.headers.get('content-type')?.startsWith('application/json') ?? false;

/** The fields of a draft as they were sent: `submit` checks them. */
const DraftFields = z.looseRecord(ProductDraft.keyof(), z.unknown());
const ProductSubmission = z
  .object({ draft: DraftFields, key: z.string().optional() })
  .catch({ draft: DraftFields.parse({}) });

/** The draft and, for a new product, its idempotency key. A malformed body is an empty draft, which is rejected. */
export const readProductForm = async (request: Request) =>
  ProductSubmission.parse(await request.json().catch(() => null));
