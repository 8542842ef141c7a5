import { randomUUID } from 'node:crypto';
import { auditMessages } from '@shop/contracts/audit/messages';
import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import {
  duplicateProduct,
  getAdminProduct,
  listCollectionsOfProduct,
  listProductChanges,
  undoProductChange,
} from '@shop/contracts/catalog/admin-operations';
import type { AdminProduct, AdminVariant, ProductChange } from '@shop/contracts/catalog/admin-schema';
import { updateProduct } from '@shop/contracts/catalog/operations';
import { productFormMessages } from '@shop/contracts/catalog/product-form-messages';
import type { Problem } from '@shop/contracts/common/problem';
import { dryRunOf } from '@shop/contracts/effects/dry-run';
import { adjustStock } from '@shop/contracts/inventory/admin-operations';
import { StockChange } from '@shop/contracts/inventory/admin-schema';
import { useId, useState } from 'react';
import { data, Form, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AdminPage, Panel } from '#admin/kit/admin-page.tsx';
import { previewEffects } from '#admin/kit/confirm.server.ts';
import { ConfirmEffects } from '#admin/kit/confirm-effects.tsx';
import { CONFIRMED, type Confirmation, fieldIn } from '#admin/kit/confirmation.ts';
import { FormKey, formKeyOf } from '#admin/kit/form-key.tsx';
import { useCan } from '#admin/kit/staff.ts';
import { apiFor } from '#lib/api.server.ts';
import { useDates } from '#lib/dates.ts';
import { fieldErrors } from '#lib/forms/field-errors.ts';
import { acceptsHtml, formOf } from '#lib/forms/form.server.ts';
import { IntentButton } from '#lib/forms/intent-button.tsx';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FlashMessage } from '#ui/flash-message.tsx';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { Route } from './+types/edit-product';
import { productErrorMessages } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';
import { errorResponse, loadFormData, type ProductActionResult, saveProductForm } from './product-pages.server.ts';

/** An unknown id redirects to the list of products. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const product = { params: { id: params.productId } };
  const [found, formData] = await Promise.all([api.call(getAdminProduct, product), loadFormData(api)]);
  if (!found.ok) {
    if (found.problem.status === 404 || found.problem.status === 422) throw redirect('/admin/products');
    throw data(found.problem, { status: found.problem.status });
  }
  const [changes, collections] = await Promise.all([
    api.read(listProductChanges, product),
    api.read(listCollectionsOfProduct, product),
  ]);
  return { product: found.value, changes, collections, stockKey: randomUUID(), ...formData };
}

export async function action({ request, params }: Route.ActionArgs) {
  const id = params.productId;
  const form = await formOf(request);
  const intent = form.get('intent');
  if (intent === 'stock') return changeStock(request, form);
  if (intent === 'undo') return undo(request, id, form);
  if (intent === 'duplicate') return duplicate(request, id, form);
  return save(request, id, form);
}

async function duplicate(request: Request, id: string, form: FormData) {
  const copy = await apiFor(request).call(duplicateProduct, { params: { id }, key: String(form.get('key')) });
  if (!copy.ok) return errorResponse(copy.problem, productErrorMessages.create(copy.problem));
  throw redirect(`/admin/products/edit/${copy.value.id}?done=duplicated`);
}

async function save(request: Request, id: string, form: FormData) {
  const { product, response } = await saveProductForm(form, {
    save: (draft) => apiFor(request).call(updateProduct, { params: { product: id }, body: draft }),
    errorText: productErrorMessages.update,
  });
  if (!product) return response;
  if (acceptsHtml(request)) throw redirect(`/admin/products/edit/${encodeURIComponent(id)}?done=saved`);
  return saved(product.version, messages.saved);
}

async function undo(request: Request, id: string, form: FormData) {
  const undoRequest = { changeId: String(form.get('changeId')) };
  const key = formKeyOf(form, undoRequest.changeId);
  const result = await apiFor(request).call(undoProductChange, { params: { id }, body: undoRequest, key });
  if (!result.ok) return errorResponse(result.problem, productErrorMessages.undo(result.problem));
  return saved(result.value.version, messages.undone);
}

async function changeStock(request: Request, form: FormData) {
  const { key, intent: _intent, [CONFIRMED]: _confirmed, ...typed } = Object.fromEntries(form);
  const stockChange = StockChange.safeParse({ ...typed, delta: Number(typed.delta) });
  if (!stockChange.success)
    return data<ProductActionResult>({ stock: { errors: fieldErrors(stockChange.error.issues) } }, { status: 422 });
  const [api, body] = [apiFor(request), stockChange.data];
  const preview = await previewEffects(form, () => api.call(dryRunOf(adjustStock), { body }));
  if (preview?.ok) return { confirmation: preview.value } satisfies ProductActionResult;
  if (preview) return stockErrors(preview.problem);
  const result = await api.call(adjustStock, { body, key: String(key) });
  if (!result.ok) return stockErrors(result.problem);
  return toastResult(messages.stockAdjusted(result.value.sku, result.value.quantity));
}

function stockErrors(problem: Problem) {
  if (problem.errors)
    return data<ProductActionResult>({ stock: { errors: fieldErrors(problem.errors) } }, { status: problem.status });
  return errorResponse(problem, productErrorMessages.update(problem));
}

const toastResult = (text: string): ProductActionResult => ({ toasts: [{ kind: 'success', text }] });
const saved = (version: number, text: string): ProductActionResult => ({ saved: version, ...toastResult(text) });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: messages.updateFailed }));

/** Also after an edit conflict (optimistic concurrency): the page then shows the version that was saved first. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.editTitle);

const DONE = { added: messages.added, saved: messages.saved, duplicated: messages.duplicated };

const STATUS_TONES: Record<AdminProduct['status'], Tone> = {
  published: 'delivered',
  draft: 'pending',
  archived: 'other',
  deleted: 'cancelled',
};

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, changes, collections, stockKey, categories, brands, chargeCurrency } = loaderData;
  const result: ProductActionResult | undefined = actionData;
  const can = useCan();
  const generation = useGeneration(product, result?.saved);
  const canWrite = can('products.write');

  return (
    <AdminPage
      title={messages.editTitle}
      above={[{ label: messages.title, to: '/admin/products' }]}
      actions={
        <>
          {product.status !== 'deleted' && (
            <ButtonLink to={`/admin/products/${product.id}/preview`} target="_blank" reloadDocument look="quiet">
              {productFormMessages.preview}
            </ButtonLink>
          )}
          {product.status === 'published' && (
            <ButtonLink to={`/product/${product.slug}`} look="quiet">
              {messages.viewInStore}
            </ButtonLink>
          )}
          {canWrite && (
            <Form method="post">
              <input type="hidden" name="key" value={stockKey} />
              <Button type="submit" look="secondary" name="intent" value="duplicate">
                {messages.duplicate}
              </Button>
            </Form>
          )}
        </>
      }
    >
      {/* The form shows a problem of the API itself. */}
      <FlashMessage texts={DONE} result={result?.problem ? {} : result} />
      <ConfirmStock confirmation={result?.confirmation} variants={product.variants} />
      <p className="-mt-4 mb-6 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-ink-soft">
        <span className="min-w-0">{product.name}</span>
        <Badge tone={STATUS_TONES[product.status]}>{messages.statuses[product.status]}</Badge>
      </p>
      {!canWrite && (
        <div className="mb-4 bg-paper">
          <Notice kind="info">{messages.readOnly}</Notice>
        </div>
      )}
      <ProductForm
        key={`${product.id} ${generation}`}
        product={product}
        categories={categories}
        brands={brands}
        collections={collections}
        chargeCurrency={chargeCurrency}
        result={result}
        canWrite={canWrite}
      >
        <div className="mt-4 grid grid-cols-1 gap-4">
          {can('stock.write') && (
            <div id="adjust-stock" className="scroll-mt-20">
              <StockPanel variants={product.variants} stockKey={stockKey} errors={result?.stock?.errors ?? {}} />
            </div>
          )}
          <ProductHistory productId={product.id} changes={changes} canWrite={canWrite} />
        </div>
      </ProductForm>
    </AdminPage>
  );
}

/**
 * Changes with every version saved on this page, once it is loaded, but not with one saved by another staff member, so
 * that unsaved input stays.
 */
function useGeneration({ id, version }: AdminProduct, saved = 0) {
  const [last, setLast] = useState({ id, saved: 0 });
  // The page of a copy replaces that of its original, whose versions are higher.
  const generation = last.id === id ? last.saved : 0;
  if (saved > generation && version >= saved) setLast({ id, saved });
  return generation;
}

type StockPanelProps = { variants: AdminVariant[]; stockKey: string; errors: Record<string, string> };

/** Stock adjustment with a reason. `stockKey` is the idempotency key. */
function StockPanel({ variants, stockKey, errors }: StockPanelProps) {
  const reasons = useId();
  // As the key of the form: a changed quantity empties it, rejected input stays for correction.
  const quantities = variants.map(({ quantity }) => quantity).join();
  return (
    <Panel title={messages.stockTitle}>
      <p className="mb-4 text-small text-ink-soft">{messages.stockHint}</p>
      <Form key={quantities} method="post" preventScrollReset className="grid items-start gap-4 tablet:grid-cols-4">
        <input type="hidden" name="key" value={stockKey} />
        <SelectField label={messages.variant} name="variantId" error={errors.variantId}>
          {variants.map(({ id, sku, quantity }) => (
            <option key={id} value={id}>
              {`${sku}: ${quantity}`}
            </option>
          ))}
        </SelectField>
        <TextField label={messages.delta} name="delta" type="number" step="1" error={errors.delta} />
        <TextField label={messages.reason} name="reason" list={reasons} maxLength={200} error={errors.reason} />
        <datalist id={reasons}>
          {messages.reasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
        <IntentButton intent="stock" look="secondary" busyLabel={messages.saving} className="tablet:mt-7">
          {messages.adjustStock}
        </IntentButton>
      </Form>
    </Panel>
  );
}

type ConfirmStockProps = { confirmation: Confirmation | undefined; variants: AdminVariant[] };

/** Outside the panel: before hydration it is the first section of the page. */
function ConfirmStock({ confirmation, variants }: ConfirmStockProps) {
  const sku = variants.find(({ id }) => id === fieldIn(confirmation, 'variantId'))?.sku ?? '';
  return (
    <ConfirmEffects
      confirmation={confirmation}
      title={messages.confirmStock(sku)}
      confirm={messages.adjustStock}
      busyLabel={messages.saving}
      keep={messages.keepStock}
    />
  );
}

type ProductHistoryProps = { productId: string; changes: ProductChange[]; canWrite: boolean };

function ProductHistory({ productId, changes, canWrite }: ProductHistoryProps) {
  const { shortDate } = useDates();
  const can = useCan();
  return (
    <Panel title={messages.history}>
      {changes.length === 0 && <p className="text-small text-ink-soft">{messages.historyNone}</p>}
      <ol className="grid gap-3">
        {changes.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b pb-3 text-small"
          >
            <span className="min-w-0">
              <span className="block font-semibold">{changeText(change)}</span>
              <span className="block text-ink-muted">
                {change.who ?? messages.unknownUser}, {shortDate(new Date(change.at))}
              </span>
            </span>
            {canWrite && change.undoable && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="undo" />
                <input type="hidden" name="changeId" value={change.id} />
                <FormKey />
                <Button type="submit" look="quiet" compact aria-label={messages.undoOf(changeText(change))}>
                  {messages.undo}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ol>
      {can('audit.read') && (
        <TextLink to={`/admin/audit-log?entity=product&entityId=${productId}`} className="mt-3 text-small">
          {auditMessages.historyOfProduct}
        </TextLink>
      )}
    </Panel>
  );
}

/** For example "Edited: Price, Tags" or "Stock adjusted: RING-6, 12 → 15". */
function changeText({ action, before, after }: ProductChange) {
  const label = messages.actionLabels[action] ?? action;
  if (action === 'stock.adjust') return `${label}: ${after?.sku}, ${before?.quantity} → ${after?.quantity}`;
  if (action !== 'product.update' && action !== 'product.undo') return label;
  const names: Record<string, string> = messages.fieldNames;
  const fields = Object.keys(after ?? {}).flatMap((field) => names[field] ?? []);
  return `${label}: ${fields.join(', ')}`;
}
