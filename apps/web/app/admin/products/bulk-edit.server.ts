import { createProductBatch, listProductsForEdit, undoProductBatch } from '@shop/contracts/catalog/admin-operations';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { BULK_EDIT_MAX, ProductBatchRequest } from '@shop/contracts/catalog/bulk-edit-schema';
import type { ProblemOf } from '@shop/contracts/common/operation';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, redirect } from 'react-router';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { percentChangeOf, readSubmission } from './bulk-edit-form.ts';
import { listUrl, savedCode, undoneCode } from './bulk-edit-urls.ts';
import { applyPercent, type CellErrors, changesIn, errorsByCell, type Grid, type OriginalRow } from './grid-cells.ts';
import { errorResponse } from './product-pages.server.ts';

export type BulkEditResult = {
  /** What was submitted: shown again, and compared with the same rows. */
  original: OriginalRow[];
  grid: Grid;
  /** Idempotency key of the submission: saving it again after a lost response must not change the stock twice. */
  key: string;
  failed?: string;
  errors?: CellErrors;
  percentError?: string;
  /** Products were changed since the page was loaded. */
  conflict?: boolean;
  /** What saving would do, and to how many products. */
  confirmation?: Confirmation;
  changed?: number;
};

export async function saveGrid(request: Request, url: URL) {
  const form = await formOf(request);
  const submission = readSubmission(form);
  if (!submission) throw data(null, { status: 400 });
  const { original, grid, key } = submission;
  /** The page again, with what was submitted. */
  const respond = (status: number, reason: Partial<BulkEditResult>) =>
    data<BulkEditResult>({ original, grid, key, ...reason }, { status });

  const percentChange = percentChangeOf(form);
  const isEnter = form.get('intent') === 'enter';
  if (form.get('intent') === 'percent' || (isEnter && percentChange.percent.trim() !== '')) {
    const filled = applyPercent(grid, percentChange);
    return filled ? respond(200, { grid: filled }) : respond(422, { percentError: messages.percentInvalid });
  }
  const changes = changesIn(original, grid);
  if (changes.length === 0) return respond(422, { failed: messages.noChanges });
  const checked = ProductBatchRequest.safeParse({ changes });
  if (!checked.success) return respond(422, withErrors(fieldErrors(checked.error.issues), changes));

  const requested =
    form.get('intent') === 'overwrite' ? await withCurrentVersions(request, checked.data) : checked.data;
  const api = apiFor(request);
  const preview = await previewEffects(form, () => api.call(dryRunOf(createProductBatch), { body: requested }));
  if (preview?.ok) return respond(200, { confirmation: preview.value, changed: changes.length });
  if (preview) return respond(preview.problem.status, describeProblem(preview.problem, changes));
  const result = await api.call(createProductBatch, { body: requested, key });
  if (result.ok) throw redirect(listUrl(url.searchParams, savedCode(result.value)));
  return respond(result.problem.status, describeProblem(result.problem, changes));
}

type Changed = { id: string }[];

function withErrors(errors: Record<string, string>, changes: Changed) {
  const byCell = errorsByCell(errors, changes);
  return { errors: byCell, failed: messages.errors(Object.keys(byCell).length) };
}

function describeProblem(problem: ProblemOf<typeof createProductBatch>, changes: Changed): Partial<BulkEditResult> {
  const failed = errorMessage(problem, messages.saveFailed);
  if (problem.code === 'edit_conflict')
    return { failed, conflict: true, errors: errorsByCell(fieldErrors(problem.errors), changes) };
  const described = withErrors(fieldErrors(problem.errors), changes);
  return Object.keys(described.errors).length > 0 ? described : { failed };
}

/** To overwrite what was changed since the page was loaded. Fields that were not edited keep the current values. */
async function withCurrentVersions(request: Request, { changes }: ProductBatchRequest): Promise<ProductBatchRequest> {
  const query = new URLSearchParams(changes.map(({ id }) => ['id', id]));
  const { products } = await apiFor(request).read(listProductsForEdit, { search: query });
  const versions = new Map(products.map(({ id, version }) => [id, version]));
  return { changes: changes.map((change) => ({ ...change, version: versions.get(change.id) ?? change.version })) };
}

const FILTERS = ['q', 'category', 'brand', 'status', 'stock'];

/** The products with the ids in the URL; without ids, the first of the filtered list. */
export function loadProducts(request: Request, search: URLSearchParams) {
  const ids = search.getAll('id').slice(0, BULK_EDIT_MAX);
  const query = new URLSearchParams(
    ids.length > 0
      ? ids.map((id) => ['id', id])
      : [...search].filter(([name, value]) => FILTERS.includes(name) && value !== ''),
  );
  return apiFor(request).call(listProductsForEdit, { search: query });
}

/** The action of the undo button in the product list. */
export async function undoBatch(request: Request, url: URL, batchId: string) {
  const result = await apiFor(request).call(undoProductBatch, { params: { id: batchId } });
  if (!result.ok) return errorResponse(result.problem, errorMessage(result.problem, messages.undoFailed));
  throw redirect(listUrl(url.searchParams, undoneCode(result.value)));
}
