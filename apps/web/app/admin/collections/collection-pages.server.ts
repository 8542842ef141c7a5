import { adminMessages } from '@shop/contracts/admin/messages';
import {
  listAllProducts,
  listCollectionProducts,
  previewCollectionRules,
  setCollectionProducts,
} from '@shop/contracts/catalog/admin-operations';
import { listBrands, listCategories } from '@shop/contracts/catalog/operations';
import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import type { Api } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import type { CollectionResult } from './collection-form.tsx';
import { applyRuleIntent, type CollectionFormValues, pickedAfter, rulesOf } from './collection-values.ts';
import type { Labels } from './rule-editor.tsx';
import type { PreviewState } from './rule-preview.tsx';

export const collectionPath = (id: string) => `/admin/collections/${encodeURIComponent(id)}`;

/** The categories and brands that rules can name. */
export async function loadRuleLabels(api: Api): Promise<Labels> {
  const [categories, brands] = await Promise.all([api.read(listCategories), api.read(listBrands)]);
  return { categories: namesById(categories), brands: namesById(brands) };
}
const namesById = (rows: { id: string; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]));

/** Null if the rules are incomplete. The form works without a preview, such as when the search connections are busy. */
export async function loadPreview(
  api: Api,
  { match, rules }: Pick<CollectionFormValues, 'match' | 'rules'>,
): Promise<PreviewState> {
  const found = await api.call(previewCollectionRules, { query: { match, rules: JSON.stringify(rulesOf(rules)) } });
  if (found.ok) return found.value;
  return found.problem.status === 422 ? null : 'unavailable';
}

/** A button of the rules, pressed before hydration, or the live preview: shows the form again and saves nothing. */
export async function editRules(api: Api, values: CollectionFormValues, intent: string) {
  const typed = applyRuleIntent(values, intent);
  return { typed, preview: await loadPreview(api, typed) } satisfies CollectionResult;
}

/** The form again, with the errors of the API at their fields. */
export function rejected(problem: Problem, typed: CollectionFormValues) {
  const errors = fieldErrors(problem.errors);
  const result: CollectionResult = {
    typed,
    errors,
    problem: Object.keys(errors).length > 0 ? undefined : errorMessage(problem, adminMessages.failed),
  };
  return data(result, { status: problem.status });
}

/** The products of a hand-picked collection, and those that a search found to add. */
export async function loadPicked(api: Api, id: string, q: string) {
  const [picked, found] = await Promise.all([
    api.read(listCollectionProducts, { params: { id } }),
    q.trim() ? api.call(listAllProducts, { query: { q } }) : undefined,
  ]);
  return { picked, found: found?.ok ? found.value : [] };
}

/** Adds, removes or moves one product: the API gets the whole list. */
export async function changePicked(api: Api, id: string, text: (name: string) => string) {
  const products = await api.read(listCollectionProducts, { params: { id } });
  const productIds = pickedAfter(
    products.map((product) => product.id),
    text('move'),
    text('productId'),
  );
  return api.call(setCollectionProducts, { params: { id }, body: { productIds, version: Number(text('version')) } });
}
