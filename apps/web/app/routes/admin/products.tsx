import { AdminProduct, DeletedProduct, ProductSummary } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { productImportMessages } from '@shop/contracts/product-imports-texts';
import { pageTitle } from '@shop/contracts/site';
import { Gem } from 'lucide-react';
import { Form, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { AdminPage, Panel } from '#components/admin/admin-page.tsx';
import { ExportLink } from '#components/admin/export-link.tsx';
import { Pager } from '#components/admin/pager.tsx';
import { ProductFilters } from '#components/admin/products/product-filters.tsx';
import { ProductTable } from '#components/admin/products/product-table.tsx';
import { useMay } from '#components/admin/staff.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToasts } from '#components/ui/toast.tsx';
import { adminList } from '#lib/admin-list.server.ts';
import { apiFor } from '#lib/api.server.ts';
import { readForm } from '#lib/form.server.ts';
import { refusals } from '#lib/product-draft.ts';
import { labelsOf, type ProductAnswer, refused } from '#lib/product-pages.server.ts';
import type { Route } from './+types/products';

export async function loader({ request, url }: Route.LoaderArgs) {
  const search = new URLSearchParams([...url.searchParams].filter(([name]) => name !== 'delete'));
  const [list, labels] = await Promise.all([
    adminList(request, '/admin/products', search, ProductSummary),
    labelsOf(apiFor(request)),
  ]);
  return { ...list, ...labels };
}

type ListAnswer = ProductAnswer & { deleted?: z.infer<typeof DeletedProduct> };

export async function action({ request }: Route.ActionArgs) {
  const text = await readForm(request);
  const api = apiFor(request);
  const id = encodeURIComponent(text('id'));
  if (text('intent') === 'undo') {
    const answer = await api.post(`/admin/products/${id}/undo`, AdminProduct, { changeId: text('changeId') });
    if (!answer.ok) return refused(answer.problem, refusals.undo(answer.problem));
    return { told: [{ kind: 'success', text: messages.undone }] } satisfies ListAnswer;
  }
  const answer = await api.delete(`/products/${id}`, DeletedProduct);
  if (!answer.ok) return refused(answer.problem, refusals.delete());
  return { deleted: answer.value } satisfies ListAnswer;
}

export const meta = () => [{ title: pageTitle(messages.title) }, { name: 'robots', content: 'noindex' }];

export default function ProductsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next, errors, categories, brands } = loaderData;
  const [search] = useSearchParams();
  const may = useMay();
  const answer: ListAnswer | undefined = actionData;
  useToasts(answer);
  return (
    <AdminPage
      title={messages.title}
      actions={
        <>
          <ExportLink to="/api/admin/products/export">{productImportMessages.export}</ExportLink>
          {may('products.write') && (
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
      {answer?.deleted && <Deleted {...answer.deleted} />}
      <ProductFilters errors={errors} categories={categories} brands={brands} />
      <Panel>
        {items.length > 0 ? (
          <ProductTable products={items} />
        ) : (
          <EmptyState icon={Gem} title={messages.none}>
            {search.size > 0 ? messages.noneFound : messages.noneYet}
          </EmptyState>
        )}
      </Panel>
      <Pager next={next} />
    </AdminPage>
  );
}

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
