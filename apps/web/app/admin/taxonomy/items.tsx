import { taxonomyMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { taxonomyOperations } from '@shop/contracts/catalog/taxonomy-operations';
import { data } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/items';
import { kindOf, movedIds } from './taxonomy-kind.ts';
import { TaxonomyScreen } from './taxonomy-screen.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const kind = kindOf(url);
  return { kind, items: await apiFor(request).read(taxonomyOperations[kind].list) };
}

/**
 * Moves one of them up or down: once, also if the form is sent twice. The API is sent the whole order, and rejects it
 * if the list has changed meanwhile.
 */
export async function action({ request, url }: Route.ActionArgs) {
  const kind = kindOf(url);
  const { list, reorder } = taxonomyOperations[kind];
  const text = await readForm(request);
  const api = apiFor(request);
  const items = await api.read(list);
  const ids = movedIds(
    items.map(({ id }) => id),
    { up: text('up'), down: text('down'), place: Number.parseInt(text('place'), 10) },
  );
  if (!ids) return data({ failed: taxonomyMessages[kind].positionsChanged }, { status: 409 });
  return redirectAfterAction(url, 'moved', await api.call(reorder, { body: { ids } }));
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, taxonomyMessages[loaderData?.kind ?? 'category'].title);

export default function TaxonomyPage({ loaderData, actionData }: Route.ComponentProps) {
  return <TaxonomyScreen {...loaderData} result={actionData} />;
}
