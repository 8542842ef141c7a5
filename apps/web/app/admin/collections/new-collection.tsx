import { randomUUID } from 'node:crypto';
import { adminMessages } from '@shop/contracts/admin/messages';
import { createCollection } from '@shop/contracts/catalog/admin-operations';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import { redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/new-collection';
import { CollectionForm, type CollectionResult } from './collection-form.tsx';
import { collectionPath, editRules, loadRuleLabels, rejected } from './collection-pages.server.ts';
import { draftOf, readValues } from './collection-values.ts';

export const loader = async ({ request }: Route.LoaderArgs) => ({
  labels: await loadRuleLabels(apiFor(request)),
  formKey: randomUUID(),
});

export async function action({ request }: Route.ActionArgs) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const [intent, values] = [String(form.get('intent')), readValues(form)];
  if (intent !== 'save') return editRules(api, values, intent);
  // The key belongs to the page: sent twice, or again after a lost response, it creates one collection.
  const key = String(form.get('key') || randomUUID());
  const result = await api.submit(createCollection, draftOf(values), { key });
  if (!result.ok) return rejected(result.problem, values);
  throw redirect(`${collectionPath(result.value.id)}?done=created`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CollectionResult>({ problem: adminMessages.failed }));

/** The live preview reads only; the idempotency key of the form must stay. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') !== 'preview' && defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, texts.add);

export default function NewCollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={texts.add} above={[{ label: texts.title, to: '/admin/collections' }]}>
      <CollectionForm {...loaderData} result={actionData} canWrite />
    </AdminPage>
  );
}
