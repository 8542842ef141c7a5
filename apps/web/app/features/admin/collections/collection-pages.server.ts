import { adminMessages } from '@shop/contracts/admin/messages';
import { ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { AdminCollection, CollectionProduct, RulePreview } from '@shop/contracts/catalog/collections/admin-schema';
import { Brand, Category } from '@shop/contracts/catalog/schema';
import type { Problem } from '@shop/contracts/common/problem';
import { data } from 'react-router';
import type { apiFor } from '#lib/api.server.ts';
import { errorMessage } from '#lib/forms/error-message.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import type { CollectionResult } from './collection-form.tsx';
import { applyRuleIntent, type CollectionFormValues, pickedAfter, rulesOf } from './collection-values.ts';
import type { Labels } from './rule-editor.tsx';
import type { PreviewState } from './rule-preview.tsx';

type Api = ReturnType<typeof apiFor>;

export const collectionPath = (id: string) => `/admin/collections/${encodeURIComponent(id)}`;

/** The categories and brands that rules can name. */
export async function loadRuleLabels(api: Api): Promise<Labels> {
  const [categories, brands] = await Promise.all([
    api.get('/products/categories', Category.array()),
    api.get('/products/brands', Brand.array()),
  ]);
  return { categories: namesById(categories), brands: namesById(brands) };
}
const namesById = (rows: { id: string; name: string }[]) => Object.fromEntries(rows.map(({ id, name }) => [id, name]));

/** Null if the rules are incomplete. The form works without a preview, such as when the search connections are busy. */
export async function loadPreview(
  api: Api,
  { match, rules }: Pick<CollectionFormValues, 'match' | 'rules'>,
): Promise<PreviewState> {
  const query = new URLSearchParams({ match, rules: JSON.stringify(rulesOf(rules)) });
  const found = await api.tryGet(`/admin/collections/preview?${query}`, RulePreview);
  if (found.ok) return found.value;
  return found.problem.status === 422 ? null : 'unavailable';
}

/** A button of the rules, pressed without scripts, or the live preview: shows the form again and saves nothing. */
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
    api.get(`${collectionPath(id)}/products`, CollectionProduct.array()),
    q.trim() ? api.tryGetPage(`/admin/products?${new URLSearchParams({ q })}`, ProductSummary.array()) : undefined,
  ]);
  return { picked, found: found?.ok ? found.value.items : [] };
}

/** Adds, removes or moves one product: the API gets the whole list. */
export async function changePicked(api: Api, id: string, text: (name: string) => string) {
  const path = `${collectionPath(id)}/products`;
  const products = await api.get(path, CollectionProduct.array());
  const productIds = pickedAfter(
    products.map((product) => product.id),
    text('move'),
    text('productId'),
  );
  return api.put(path, AdminCollection, { productIds, version: Number(text('version')) });
}
