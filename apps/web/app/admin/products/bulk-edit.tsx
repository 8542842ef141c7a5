import { randomUUID } from 'node:crypto';
import { adminProductMessages } from '@shop/contracts/catalog/admin-messages';
import { bulkEditMessages as messages } from '@shop/contracts/catalog/bulk-edit-messages';
import { Gem } from 'lucide-react';
import { data, redirect, useSearchParams } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { apiFor } from '#lib/api.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/bulk-edit';
import { type BulkEditResult, loadProducts, saveGrid } from './bulk-edit.server.ts';
import { listUrl } from './bulk-edit-urls.ts';
import { ProductGrid } from './product-grid.tsx';
import { loadLabels } from './product-pages.server.ts';

/** A malformed id or filter redirects to the list of products. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const [found, { categories }] = await Promise.all([
    loadProducts(request, url.searchParams),
    loadLabels(apiFor(request)),
  ]);
  if (found.ok) return { ...found.value, categories, formKey: randomUUID() };
  if (found.problem.status === 422) throw redirect('/admin/products');
  throw data(found.problem, { status: found.problem.status });
}

export const action = ({ request, url }: Route.ActionArgs) => saveGrid(request, url);

type Result = BulkEditResult | { failed: string };

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: messages.saveFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.pageTitle);

export default function BulkEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { products, more, categories, formKey } = loaderData;
  const [search] = useSearchParams();
  const result: Result | undefined = actionData;
  const submitted = result && 'grid' in result ? result : undefined;
  return (
    <AdminPage
      title={messages.title(products.length)}
      above={[{ label: adminProductMessages.title, to: listUrl(search) }]}
    >
      {/* The grid shows why it was rejected; this is for a request that had no response. */}
      <FlashMessage result={submitted ? {} : result} />
      <ConfirmEffects
        confirmation={submitted?.confirmation}
        title={messages.confirmSave(submitted?.changed ?? 0)}
        confirm={messages.confirm(submitted?.changed ?? 0)}
        busyLabel={messages.saving}
        keep={messages.keepProducts}
      />
      {products.length === 0 ? (
        <Panel>
          <EmptyState
            icon={Gem}
            title={messages.none}
            action={
              <ButtonLink to={listUrl(search)} look="secondary">
                {adminProductMessages.backToList}
              </ButtonLink>
            }
          >
            {messages.noneHint}
          </EmptyState>
        </Panel>
      ) : (
        <>
          <p id="grid-hint" className="mb-6 text-ink-soft text-small">
            {messages.hint}
          </p>
          {more && (
            <div className="mb-6 bg-paper">
              <Notice kind="info">{messages.more(products.length)}</Notice>
            </div>
          )}
          <ProductGrid products={products} categories={categories} formKey={formKey} result={submitted} />
        </>
      )}
    </AdminPage>
  );
}
