import { adminMessages } from '@shop/contracts/admin/messages';
import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { taxonomyOperations } from '@shop/contracts/catalog/taxonomy-operations';
import { data, redirect } from 'react-router';
import { formKeyOf } from '#admin/kit/form-key.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { networkErrorResult, onNetworkError } from '#lib/forms/network-error.ts';
import { sendForm } from '#lib/forms/send-form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/new-item';
import { draftOf, NewTaxonomyFields } from './taxonomy-fields.ts';
import { TaxonomyForm } from './taxonomy-form.tsx';
import { kindOf, LIST_PATHS } from './taxonomy-kind.ts';
import { TaxonomyScreen } from './taxonomy-screen.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const kind = kindOf(url);
  return { kind, items: await apiFor(request).read(taxonomyOperations[kind].list) };
}

export async function action({ request, url }: Route.ActionArgs) {
  const kind = kindOf(url);
  const form = await formOf(request);
  const sent = await sendForm(
    form,
    NewTaxonomyFields,
    (fields) => apiFor(request).call(taxonomyOperations[kind].create, { body: draftOf(fields), key: formKeyOf(form) }),
    adminMessages.failed,
  );
  if (sent.ok) throw redirect(`${LIST_PATHS[kind]}/${sent.value.id}?done=created`);
  return data({ reply: sent.reply }, { status: sent.status });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ reply: networkErrorResult(adminMessages.failed) }));

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, taxonomyMessages[loaderData?.kind ?? 'category'].add);

export default function NewTaxonomyItemPage({ loaderData: { kind, items }, actionData }: Route.ComponentProps) {
  return (
    <TaxonomyScreen kind={kind} items={items} title={taxonomyMessages[kind].add}>
      <TaxonomyForm key={kind} kind={kind} lastResult={actionData?.reply} />
    </TaxonomyScreen>
  );
}
