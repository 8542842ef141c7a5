import type { AdminProduct } from '@shop/contracts/catalog/admin-schema';
import { Brand, Category } from '@shop/contracts/catalog/schema';
import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import { z } from 'zod';
import type { apiFor } from '#lib/api.server.ts';
import { log } from '#lib/log.server.ts';
import type { ToastResult } from '#ui/toast.tsx';

/** The categories and brands to choose from. */
export async function loadLabels(api: ReturnType<typeof apiFor>) {
  const [categories, brands] = await Promise.all([
    api.get('/products/categories', Category.array()),
    api.get('/products/brands', Brand.array()),
  ]);
  return { categories: categories.map(({ name }) => name), brands: brands.map(({ name }) => name) };
}

export type ProductActionResult = ToastResult & {
  /** Why nothing was saved, by field; `failed` is the message. */
  problem?: Pick<Problem, 'code' | 'errors'>;
  /** The version that was saved. */
  saved?: AdminProduct['version'];
  stock?: { errors: Record<string, string> };
};

/** Logs the message of a rejected write and returns it to the page. */
export function errorResponse(problem: Problem, message: string) {
  log.warn({ reqId: problem.requestId, status: problem.status, code: problem.code }, message);
  const { code, errors } = problem;
  return data<ProductActionResult>({ problem: { code, errors }, failed: message }, { status: problem.status });
}

const ProductSubmission = z.object({ draft: z.unknown(), key: z.string().optional() }).catch({ draft: null });

/** The draft and, for a new product, its idempotency key. A malformed body is a null draft, which the API rejects. */
export const readProductForm = async (request: Request) =>
  ProductSubmission.parse(await request.json().catch(() => null));
