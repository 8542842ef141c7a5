import { productListMessages } from '@shop/contracts/catalog/admin-list-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { type exportProducts, listAllProducts, undoProductChange } from '@shop/contracts/catalog/admin-operations';
import type { DeletedProduct } from '@shop/contracts/catalog/admin-schema';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import { deleteProduct as deleteProductOperation } from '@shop/contracts/catalog/operations';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { Gem } from 'lucide-react';
import { data, Form } from 'react-router';
import type { z } from 'zod';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { useCan } from '#admin/kit/staff.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { type Api, apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/products';
import { BatchUndo, BulkEditLink } from './batch-undo.tsx';
import { undoBatch } from './bulk-edit.server.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { DeletionForm } from './product-actions.tsx';
import { PRODUCT_CARD, PRODUCT_COLUMNS } from './product-columns.tsx';
import { productErrorMessages } from './product-draft.ts';
import { ProductFilters } from './product-filters.tsx';
import { errorResponse, loadLabels, type ProductActionResult } from './product-pages.server.ts';
import { EditSelected } from './product-selection.tsx';

export async function loader({ request, url }: Route.LoaderArgs) {
  const [list, labels, views] = await Promise.all([
    loadAdminList(request, listAllProducts, url.searchParams),
    loadLabels(apiFor(request)),
    loadViews(request, 'products'),
  ]);
  return { ...list, ...labels, views };
}

type ProductListActionResult = ProductActionResult & { deleted?: z.infer<typeof DeletedProduct> };

export async function action({ request, url }: Route.ActionArgs) {
  const form = await formOf(request);
  const viewResult = await handleViewForm(request, url, 'products', form);
  if (viewResult) return viewResult;
  const text = (name: string) => String(form.get(name) ?? '');
  if (text('intent') === 'undo-batch') return undoBatch(request, url, text('batchId'));
  const api = apiFor(request);
  const id = text('id');
  if (text('intent') === 'undo') {
    const change = { changeId: text('changeId') };
    const result = await api.call(undoProductChange, {
      params: { id },
      body: change,
      key: formKeyOf(form, change.changeId),
    });
    if (!result.ok) return errorResponse(result.problem, productErrorMessages.undo(result.problem));
    return { toasts: [{ kind: 'success', text: messages.undone }] } satisfies ProductListActionResult;
  }
  if (text('intent') !== 'delete') throw data(null, { status: 400 });
  return deleteProduct(api, form, id);
}

async function deleteProduct(api: Api, form: FormData, id: string) {
  const params = { product: id };
  const preview = await previewEffects(form, () => api.call(dryRunOf(deleteProductOperation), { params }));
  if (preview?.ok) return { confirmation: preview.value } satisfies ProductListActionResult;
  if (preview) return errorResponse(preview.problem, productErrorMessages.delete());
  const result = await api.call(deleteProductOperation, { params, key: formKeyOf(form, id) });
  if (!result.ok) return errorResponse(result.problem, productErrorMessages.delete());
  return { deleted: result.value } satisfies ProductListActionResult;
}

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.title);

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, categories, brands, views } = loaderData;
  const can = useCan();
  const result: ProductListActionResult | undefined = actionData;
  return (
    <AdminPage
      title={messages.title}
      actions={
        <>
          <ExportLink to={apiUrl<typeof exportProducts>('GET /admin/products/export', {})} />
          <BulkEditLink />
          {can('products.write') && (
            <>
              <ButtonLink to="/admin/products/import" look="secondary">
                {productImportMessages.import}
              </ButtonLink>
              <ButtonLink to="/admin/products/new">{messages.addNew}</ButtonLink>
            </>
          )}
        </>
      }
    >
      <FlashMessage texts={VIEW_DONE_TEXTS} result={result} />
      <BatchUndo />
      {result?.deleted && <Deleted {...result.deleted} />}
      <ConfirmDeletion confirmation={result?.confirmation} products={items} />
      <AdminList
        label={messages.title}
        caption={messages.title}
        views={views}
        search={{ label: messages.search, hint: messages.searchHint }}
        filters={<ProductFilters categories={categories} brands={brands} />}
        errors={errors}
        sorts={productListMessages.sorts}
        defaultSort="-created"
        columns={PRODUCT_COLUMNS}
        card={PRODUCT_CARD}
        rows={items}
        keyOf={({ id }) => id}
        next={next}
        empty={{
          icon: Gem,
          title: messages.none,
          hint: messages.noneYet,
          filtered: messages.noneFound,
          action: can('products.write') && <FirstProduct />,
        }}
        selection={
          can('products.write')
            ? {
                name: 'id',
                labelOf: ({ name }) => productListMessages.select(name),
                heading: productListMessages.selected,
                method: 'get',
                action: '/admin/products/bulk-edit',
                primary: <EditSelected />,
              }
            : undefined
        }
      />
      <DeletionForm />
    </AdminPage>
  );
}

const FirstProduct = () => (
  <div className="flex flex-wrap justify-center gap-3">
    <ButtonLink to="/admin/products/new" look="secondary">
      {messages.addFirst}
    </ButtonLink>
    <ButtonLink to="/admin/products/import" look="quiet">
      {messages.importFirst}
    </ButtonLink>
  </div>
);

function Deleted({ id, name, changeId }: { id: string; name: string; changeId: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 bg-paper">
      <Notice kind="success">{messages.deleted(name)}</Notice>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="changeId" value={changeId} />
        <FormKey />
        <Button type="submit" look="quiet" name="intent" value="undo">
          {messages.undo}
        </Button>
      </Form>
    </div>
  );
}
