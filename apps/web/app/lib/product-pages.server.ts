import type { AdminProduct } from '@shop/contracts/admin-products';
import { Brand, Category } from '@shop/contracts/catalog';
import type { Problem } from '@shop/contracts/problem';
import { data } from 'react-router';
import { z } from 'zod';
import type { apiFor } from './api.server.ts';
import { log } from './log.server.ts';

/** The names a product's category and brand are chosen from. */
export async function loadLabels(api: ReturnType<typeof apiFor>) {
  const [categories, brands] = await Promise.all([
    api.get('/products/categories', Category.array()),
    api.get('/products/brands', Brand.array()),
  ]);
  return { categories: categories.map(({ name }) => name), brands: brands.map(({ name }) => name) };
}

export type ProductActionResult = {
  /** Why nothing was saved: for the fields, and in words. */
  problem?: Pick<Problem, 'code' | 'errors'>;
  failed?: string;
  /** The version that was saved. */
  saved?: AdminProduct['version'];
  toasts?: { kind: 'success'; text: string }[];
  stock?: { errors: Record<string, string> };
};

/** A refused write: its words go to the page, and to the log. */
export function errorResponse(problem: Problem, message: string) {
  log.warn({ reqId: problem.requestId, status: problem.status, code: problem.code }, message);
  const { code, errors } = problem;
  return data<ProductActionResult>({ problem: { code, errors }, failed: message }, { status: problem.status });
}

const ProductSubmission = z.object({ draft: z.unknown(), key: z.string().optional() }).catch({ draft: null });

/** What the product form sent: the draft, and for a new product the key of its page. What is none is refused further on. */
export const readProductForm = async (request: Request) =>
  ProductSubmission.parse(await request.json().catch(() => null));
