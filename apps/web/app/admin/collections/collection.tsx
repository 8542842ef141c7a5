import { adminMessages } from '@shop/contracts/admin/messages';
import { deleteCollection, getAdminCollection, updateCollection } from '@shop/contracts/catalog/admin-operations';
import { adminCollectionMessages as texts } from '@shop/contracts/catalog/collection-admin-messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { redirectAfterAction } from '#admin/kit/admin-action.server.ts';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { confirmationResponse, previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import type { Confirmation } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { failedResponse, formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { ToastResult } from '#ui/toast.tsx';
import type { Route } from './+types/collection';
import { CollectionForm, type CollectionResult } from './collection-form.tsx';
import {
  changePicked,
  collectionPath,
  editRules,
  loadPicked,
  loadPreview,
  loadRuleLabels,
  rejected,
} from './collection-pages.server.ts';
import { draftOf, readValues, savedCode, savedCounts, valuesOf } from './collection-values.ts';
import { OrganizeTabs } from './organize-tabs.tsx';
import { PickedProducts } from './picked-products.tsx';

/** An unknown id redirects to the list. */
export async function loader({ request, params, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const id = params.collectionId;
  const [found, labels] = await Promise.all([api.call(getAdminCollection, { params: { id } }), loadRuleLabels(api)]);
  if (!found.ok) {
    if (found.problem.status === 404 || found.problem.status === 422) throw redirect('/admin/collections');
    throw data(found.problem, { status: found.problem.status });
  }
  const collection = found.value;
  if (collection.kind === 'rules')
    return { collection, labels, preview: await loadPreview(api, valuesOf(collection)), picked: [], found: [] };
  return { collection, labels, preview: null, ...(await loadPicked(api, id, url.searchParams.get('q') ?? '')) };
}

export async function action({ request, params, url }: Route.ActionArgs) {
  const [api, form] = [apiFor(request), await formOf(request)];
  const [id, intent] = [params.collectionId, String(form.get('intent'))];
  const text = (name: string) => String(form.get(name) ?? '');
  if (intent === 'pick') return redirectAfterAction(url, 'picked', await changePicked(api, id, text));
  if (intent === 'delete') {
    const preview = await previewEffects(form, () => api.call(dryRunOf(deleteCollection), { params: { id } }));
    if (preview) return confirmationResponse(preview);
    const deleted = await api.call(deleteCollection, { params: { id }, key: formKeyOf(form, id) });
    if (!deleted.ok) return failedResponse(deleted.problem, adminMessages.failed);
    throw redirect('/admin/collections?done=deleted');
  }

  const values = readValues(form);
  if (intent !== 'save') return editRules(api, values, intent);
  const preview = values.kind === 'rules' ? await loadPreview(api, values) : null;
  const version = Number(text('version'));
  const saved = await api.submit(updateCollection, { ...draftOf(values), version }, { params: { id } });
  if (!saved.ok) return rejected(saved.problem, values);
  // The number of products is still the one before: the worker applies new rules afterwards.
  const done = savedCode(saved.value.productCount, preview === 'unavailable' ? undefined : preview?.count);
  throw redirect(`${collectionPath(id)}?${new URLSearchParams({ done })}`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError<CollectionResult>({ problem: adminMessages.failed }));

/** The live preview reads only. */
export const shouldRevalidate = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') !== 'preview' && defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, loaderData?.collection.name ?? texts.title);

/** The texts of `?done=`: a save names the numbers of products, which are part of the code. */
function useDoneTexts() {
  const [search] = useSearchParams();
  const code = search.get('done') ?? '';
  const counts = savedCounts(code);
  return {
    created: texts.created,
    saved: texts.saved,
    picked: texts.pickedSaved,
    ...(counts && { [code]: texts.savedChange(counts.before, counts.after) }),
  };
}

export default function CollectionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { collection, labels, preview, picked, found } = loaderData;
  const canWrite = useCan()('products.write');
  const result: (CollectionResult & ToastResult & { confirmation?: Confirmation }) | undefined = actionData;
  const doneTexts = useDoneTexts();

  return (
    <AdminPage
      title={collection.name}
      above={[{ label: texts.title, to: '/admin/collections' }]}
      actions={
        <>
          {collection.status === 'published' && (
            <ButtonLink to={`/collections/${collection.slug}`} look="quiet">
              {texts.viewInStore}
            </ButtonLink>
          )}
          {canWrite && <DeleteForm />}
        </>
      }
    >
      <FlashMessage texts={doneTexts} result={result?.failed ? result : undefined} />
      <ConfirmEffects
        confirmation={result?.confirmation}
        title={texts.confirmDelete(collection.name)}
        confirm={texts.delete}
        busyLabel={texts.deleting}
        keep={texts.keep}
        look="danger"
      />
      <OrganizeTabs />
      <div className="grid grid-cols-1 gap-6">
        {!canWrite && <Notice kind="info">{texts.readOnly}</Notice>}
        {collection.refreshing && <Notice kind="info">{texts.updating}</Notice>}
        {collection.kind === 'manual' && (
          <PickedProducts collection={collection} picked={picked} found={found} canWrite={canWrite} />
        )}
        <CollectionForm
          // Saved values replace the typed ones. Picked products change the version only, and typed values stay.
          key={`${collection.id} ${JSON.stringify(draftOf(valuesOf(collection)))}`}
          collection={collection}
          labels={labels}
          preview={preview}
          result={result}
          canWrite={canWrite}
        />
      </div>
    </AdminPage>
  );
}

const DeleteForm = () => (
  <Form method="post" preventScrollReset>
    <FormKey />
    <Button type="submit" name="intent" value="delete" look="danger">
      {texts.delete}
    </Button>
  </Form>
);
