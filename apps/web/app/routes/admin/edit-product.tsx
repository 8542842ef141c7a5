import { randomUUID } from 'node:crypto';
import { AdminProduct, ProductChange, StockChange, StockChanged } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { pageTitle } from '@shop/contracts/site';
import { useState } from 'react';
import { data, Form, redirect, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { ProductForm } from '#components/admin/products/product-form.tsx';
import { ProductHistory } from '#components/admin/products/product-history.tsx';
import { StockPanel } from '#components/admin/products/stock-panel.tsx';
import { useMay } from '#components/admin/staff.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useToasts } from '#components/ui/toast.tsx';
import { apiFor } from '#lib/api.server.ts';
import { errorsByField, formOf } from '#lib/form.server.ts';
import { errorsOf, refusals } from '#lib/product-draft.ts';
import { labelsOf, type ProductAnswer, refused, sentForm } from '#lib/product-pages.server.ts';
import { whenUnreachable } from '#lib/unreachable.ts';
import type { Route } from './+types/edit-product';

/** An id that names no product leads to those there are. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const path = `/admin/products/${encodeURIComponent(params.productId)}`;
  const [found, labels] = await Promise.all([api.tryGet(path, AdminProduct), labelsOf(api)]);
  if (!found.ok) {
    if (found.problem.status === 404 || found.problem.status === 422) throw redirect('/admin/products');
    throw data(found.problem, { status: found.problem.status });
  }
  const changes = await api.get(`${path}/history`, ProductChange.array());
  return { product: found.value, changes, stockKey: randomUUID(), ...labels };
}

export async function action({ request, params }: Route.ActionArgs) {
  const id = encodeURIComponent(params.productId);
  if (request.headers.get('content-type')?.startsWith('application/json')) return save(request, id);
  const form = await formOf(request);
  const intent = form.get('intent');
  if (intent === 'stock') return changeStock(request, form);
  if (intent === 'undo') return undo(request, id, form);
  const copy = await apiFor(request).post(`/admin/products/${id}/duplicate`, AdminProduct, {}, String(form.get('key')));
  if (!copy.ok) return refused(copy.problem, refusals.create(copy.problem));
  throw redirect(`/admin/products/edit/${copy.value.id}?done=duplicated`);
}

async function save(request: Request, id: string) {
  const { draft } = await sentForm(request);
  const answer = await apiFor(request).put(`/products/${id}`, AdminProduct, draft);
  if (!answer.ok) return refused(answer.problem, refusals.update(answer.problem));
  return saved(answer.value.version, messages.saved);
}

async function undo(request: Request, id: string, form: FormData) {
  const wish = { changeId: String(form.get('changeId')) };
  const answer = await apiFor(request).post(`/admin/products/${id}/undo`, AdminProduct, wish);
  if (!answer.ok) return refused(answer.problem, refusals.undo(answer.problem));
  return saved(answer.value.version, messages.undone);
}

async function changeStock(request: Request, form: FormData) {
  const { key, intent: _, ...typed } = Object.fromEntries(form);
  const wish = StockChange.safeParse({ ...typed, delta: Number(typed.delta) });
  if (!wish.success) return data<ProductAnswer>({ stock: { errors: errorsByField(wish.error) } }, { status: 422 });
  const answer = await apiFor(request).post('/admin/stock', StockChanged, wish.data, String(key));
  if (answer.ok) return told(messages.stockChanged(answer.value.sku, answer.value.quantity));
  const { problem } = answer;
  if (problem.errors) return data<ProductAnswer>({ stock: { errors: errorsOf(problem) } }, { status: problem.status });
  return refused(problem, refusals.update(problem));
}

const told = (text: string): ProductAnswer => ({ told: [{ kind: 'success', text }] });
const saved = (version: number, text: string): ProductAnswer => ({ saved: version, ...told(text) });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(whenUnreachable({ failed: messages.updateFailed }));

/** Also after a refusal: who was not the first to save must know the version that was. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate;

export const meta = () => [{ title: pageTitle(messages.editTitle) }, { name: 'robots', content: 'noindex' }];

const DONE: Record<string, string> = { added: messages.added, duplicated: messages.duplicated };

export default function EditProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, changes, stockKey, categories, brands } = loaderData;
  const answer: ProductAnswer | undefined = actionData;
  const [search] = useSearchParams();
  const may = useMay();
  const generation = useGeneration(product.version, answer?.saved);
  useToasts(answer?.problem ? undefined : answer);
  const done = DONE[search.get('done') ?? ''];
  const mayWrite = may('products.write');

  return (
    <AdminPage
      title={messages.editTitle}
      above={[{ label: messages.title, to: '/admin/products' }]}
      actions={
        <>
          {product.status === 'published' && (
            <ButtonLink to={`/product/${product.slug}`} look="quiet">
              {messages.seeInShop}
            </ButtonLink>
          )}
          {mayWrite && (
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
      <div className="grid grid-cols-1 gap-6">
        {done && !answer && <Notice kind="success">{done}</Notice>}
        {!mayWrite && <Notice kind="info">{messages.readOnly}</Notice>}
        <ProductForm
          key={`${product.id} ${generation}`}
          product={product}
          categories={categories}
          brands={brands}
          problem={answer?.problem}
          failed={answer?.failed}
          mayWrite={mayWrite}
        />
        {may('stock.write') && (
          <StockPanel variants={product.variants} stockKey={stockKey} errors={answer?.stock?.errors ?? {}} />
        )}
        <ProductHistory changes={changes} mayWrite={mayWrite} />
      </div>
    </AdminPage>
  );
}

/**
 * Changes with every version that was saved here, once the page has it, and not with one somebody else saved: what is
 * typed stays.
 */
function useGeneration(version: number, saved = 0) {
  const [generation, setGeneration] = useState(0);
  if (saved > generation && version >= saved) setGeneration(saved);
  return generation;
}
