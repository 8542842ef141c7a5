import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { AdminProduct, DeletedProduct, ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import { pageTitle } from '@shop/contracts/common/constants';
import { Gem } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { BatchUndo, BulkEditLink } from '#features/admin/products/bulk-edit/batch-undo.tsx';
import { undoBatch } from '#features/admin/products/bulk-edit/bulk-edit.server.ts';
import { productErrorMessages } from '#features/admin/products/product-draft.ts';
import { ProductFilters } from '#features/admin/products/product-filters.tsx';
import { errorResponse, loadLabels, type ProductActionResult } from '#features/admin/products/product-pages.server.ts';
import { ProductTable } from '#features/admin/products/product-table.tsx';
import { loadAdminList } from '#features/admin/shared/admin-list.server.ts';
import { AdminPage } from '#features/admin/shared/admin-page.tsx';
import { ExportLink } from '#features/admin/shared/export-link.tsx';
import { ListPanel } from '#features/admin/shared/list-panel.tsx';
import { useCan } from '#features/admin/shared/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/forms/form.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/products';

export async function loader({ request, url }: Route.LoaderArgs) {
  const search = new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'delete'));
  const [list, labels] = await Promise.all([
    loadAdminList(request, '/admin/products', search, ProductSummary),
    loadLabels(apiFor(request)),
  ]);
  return { ...list, ...labels };
}

type ProductListActionResult = ProductActionResult & { deleted?: z.infer<typeof DeletedProduct> };

export async function action({ request, url }: Route.ActionArgs) {
  const text = await readForm(request);
  if (text('intent') === 'undo-batch') return undoBatch(request, url, text('batchId'));
  const api = apiFor(request);
  const id = encodeURIComponent(text('id'));
  if (text('intent') === 'undo') {
    const result = await api.post(`/admin/products/${id}/undo`, AdminProduct, { changeId: text('changeId') });
    if (!result.ok) return errorResponse(result.problem, productErrorMessages.undo(result.problem));
    return { toasts: [{ kind: 'success', text: messages.undone }] } satisfies ProductListActionResult;
  }
  const result = await api.delete(`/products/${id}`, DeletedProduct);
  if (!result.ok) return errorResponse(result.problem, productErrorMessages.delete());
  return { deleted: result.value } satisfies ProductListActionResult;
}

export const meta = () => [{ title: pageTitle(messages.title) }, { name: 'robots', content: 'noindex' }];

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, categories, brands } = loaderData;
  const [search] = useSearchParams();
  const can = useCan();
  const result: ProductListActionResult | undefined = actionData;
  return (
    <AdminPage
      title={messages.title}
      actions={
        <>
          <ExportLink to="/api/admin/products/export" />
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
      <FlashMessage result={result} />
      <BatchUndo />
      {result?.deleted && <Deleted {...result.deleted} />}
      <ProductFilters errors={errors} categories={categories} brands={brands} />
      <ListPanel
        items={items}
        next={next}
        icon={Gem}
        none={messages.none}
        hint={search.size > 0 ? messages.noneFound : messages.noneYet}
        action={search.size === 0 && can('products.write') && <FirstProduct />}
      >
        <ProductTable products={items} />
      </ListPanel>
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
        <Button type="submit" look="quiet" name="intent" value="undo">
          {messages.undo}
        </Button>
      </Form>
    </div>
  );
}
