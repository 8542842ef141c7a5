import { productListMessages } from '@shop/contracts/catalog/admin-list-messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { type exportProducts, listAllProducts, undoProductChange } from '@shop/contracts/catalog/admin-operations';
import type { DeletedProduct, ProductSummary } from '@shop/contracts/catalog/admin-schema';
import { bulkEditMessages } from '@shop/contracts/catalog/bulk-edit-messages';
import { productImportMessages } from '@shop/contracts/catalog/import-messages';
import { deleteProduct as deleteProductOperation } from '@shop/contracts/catalog/operations';
import { currentPrice, dollars } from '@shop/contracts/common/money';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { Gem } from 'lucide-react';
import { data, Form, useSearchParams } from 'react-router';
import type { z } from 'zod';
import { loadAdminList } from '#admin/kit/admin-list.server.ts';
import { AdminList } from '#admin/kit/admin-list.tsx';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { QuietState, SecondLine } from '#admin/kit/cells.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { ExportLink } from '#admin/kit/export-link.tsx';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { keptParameters } from '#admin/kit/list-query.ts';
import type { ListColumn } from '#admin/kit/list-table.tsx';
import { RowLink } from '#admin/kit/row-link.tsx';
import { handleViewForm, loadViews } from '#admin/kit/saved-views.server.ts';
import { BarButton } from '#admin/kit/selection-bar.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { VIEW_DONE_TEXTS } from '#admin/kit/view-done-texts.ts';
import { type Api, apiFor } from '#lib/api.server.ts';
import { apiUrl } from '#lib/browser-api.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { Notice } from '#ui/notice.tsx';
import { Thumbnail } from '#ui/responsive-image.tsx';
import type { Route } from './+types/products';
import { undoBatch } from './bulk-edit.server.ts';
import { readDoneCode } from './bulk-edit-urls.ts';
import { DeletionForm, ProductActions } from './product-actions.tsx';
import { productErrorMessages } from './product-draft.ts';
import { errorResponse, loadLabels, type ProductActionResult } from './product-pages.server.ts';

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

/** The result of a bulk edit, with its undo. The action of the page passes the intent `undo-batch` to `undoBatch`. */
function BatchUndo() {
  const [search] = useSearchParams();
  const done = readDoneCode(search.get('done') ?? '');
  if (!done) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 bg-paper">
      <Notice kind="success">
        {done.isUndone ? bulkEditMessages.undone(done.changed) : bulkEditMessages.saved(done.changed)}
      </Notice>
      {!done.isUndone && (
        <Form method="post">
          <input type="hidden" name="batchId" value={done.batchId} />
          <IntentButton intent="undo-batch" look="quiet">
            {bulkEditMessages.undo}
          </IntentButton>
        </Form>
      )}
    </div>
  );
}

/** Opens the products of the filtered list in the grid. */
function BulkEditLink() {
  const [search] = useSearchParams();
  const filters = new URLSearchParams([...search].filter(([name]) => !['after', 'delete', 'done'].includes(name)));
  if (!useCan()('products.write')) return null;
  return (
    <ButtonLink to={`/admin/products/bulk-edit?${filters}`} look="secondary">
      {bulkEditMessages.link}
    </ButtonLink>
  );
}

type ConfirmDeletionProps = { confirmation: Confirmation | undefined; products: ProductSummary[] };

function ConfirmDeletion({ confirmation, products }: ConfirmDeletionProps) {
  const product = products.find(({ id }) => id === fieldIn(confirmation, 'id'));
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={messages.confirmDelete}
      confirm={messages.confirm}
      busyLabel={messages.deleting}
      keep={messages.keep}
      look="danger"
    >
      <p className="wrap-anywhere">{product?.name}</p>
    </ConfirmEffects>
  );
}

type ProductFiltersProps = { categories: string[]; brands: string[] };

const ProductFilters = ({ categories, brands }: ProductFiltersProps) => (
  <>
    <ChoiceFilter label={messages.category} name="category" any={messages.anyCategory} of={byName(categories)} />
    <ChoiceFilter label={messages.brand} name="brand" any={messages.anyBrand} of={byName(brands)} />
    <ChoiceFilter label={messages.status} name="status" any={messages.anyStatus} of={messages.statuses} />
    <ChoiceFilter label={messages.stock} name="stock" any={messages.anyStock} of={messages.stockLevels} />
  </>
);

const byName = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));

const TONES: Record<ProductSummary['status'], Tone> = {
  published: 'delivered',
  draft: 'pending',
  archived: 'other',
  deleted: 'cancelled',
};

/** Picture, name and brand left; price and stock right, then the menu. */
const PRODUCT_CARD =
  'max-tablet:grid max-tablet:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-tablet:items-center max-tablet:gap-x-2.5';

const PRODUCT_COLUMNS: ListColumn<ProductSummary>[] = [
  {
    key: 'product',
    label: messages.product,
    sort: ['name', '-name'],
    className: 'max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (product) => <Product {...product} />,
  },
  {
    key: 'price',
    label: messages.price,
    optional: 'on',
    numeric: true,
    sort: ['-price', 'price'],
    className: 'tablet:w-28 max-tablet:col-start-3 max-tablet:row-start-1',
    cell: (product) => <Prices {...product} />,
  },
  {
    key: 'category',
    label: messages.category,
    optional: 'on',
    className: 'tablet:w-32 desktop:w-36 max-tablet:hidden',
    cell: ({ category }) => <span className="block truncate text-ink-soft">{category}</span>,
  },
  {
    key: 'stock',
    label: messages.stock,
    optional: 'on',
    sort: ['quantity', '-quantity'],
    className:
      'tablet:w-32 max-tablet:col-start-3 max-tablet:row-start-2 max-tablet:text-right max-tablet:text-[13px] max-tablet:text-ink-soft',
    cell: ({ inStock, quantity }) =>
      inStock ? messages.inStock(quantity) : <span className="text-rose">{messages.outOfStock}</span>,
  },
  {
    key: 'status',
    label: messages.status,
    optional: 'on',
    className: 'tablet:w-30 max-tablet:hidden',
    cell: ({ status }) =>
      status === 'published' ? (
        <QuietState dot="good">{messages.statuses.published}</QuietState>
      ) : (
        <Badge tone={TONES[status]}>{messages.statuses[status]}</Badge>
      ),
  },
  {
    key: 'actions',
    label: messages.actions,
    hideLabel: true,
    className: 'tablet:w-30 max-tablet:col-start-4 max-tablet:row-span-2 max-tablet:row-start-1',
    cell: (product) => <ProductActions {...product} />,
  },
];

function Product({ id, image, name, brand, status }: ProductSummary) {
  return (
    <span className="flex items-center gap-3">
      <Thumbnail src={image} size={36} className="max-tablet:size-11 tablet:group-data-[density=compact]/list:size-7" />
      <span className="min-w-0">
        <RowLink to={`/admin/products/edit/${id}`} className="block truncate">
          {name}
        </RowLink>
        <SecondLine>
          {brand}
          {status !== 'published' && <span className="tablet:hidden"> · {messages.statuses[status]}</span>}
        </SecondLine>
      </span>
    </span>
  );
}

function Prices(product: ProductSummary) {
  return (
    <>
      <span className="block">{dollars(currentPrice(product))}</span>
      {product.salePrice > 0 && (
        <s className="block text-[13px] text-ink-muted leading-[17px] max-tablet:sr-only">
          <span className="sr-only">{uiMessages.was} </span>
          {dollars(product.price)}
        </s>
      )}
    </>
  );
}

/** Opens the selected products in the grid, which leads back to the list with the same filters. */
function EditSelected() {
  const [search] = useSearchParams();
  return (
    <>
      {keptParameters(search, 'all-but-display').map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <BarButton>{bulkEditMessages.link}</BarButton>
    </>
  );
}
