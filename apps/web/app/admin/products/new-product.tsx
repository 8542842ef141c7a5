import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { createProduct } from '@shop/contracts/catalog/operations';
import { useState } from 'react';
import { redirect } from 'react-router';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { apiFor } from '#lib/api.server.ts';
import { formOf } from '#lib/forms/form.server.ts';
import { onNetworkError } from '#lib/forms/network-error.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import type { Route } from './+types/new-product';
import { formValuesOf, productErrorMessages } from './product-draft.ts';
import { ProductForm } from './product-form.tsx';
import { loadFormData, type ProductActionResult, saveProductForm } from './product-pages.server.ts';

export const loader = async ({ request, url }: Route.LoaderArgs) => ({
  ...(await loadFormData(apiFor(request))),
  name: url.searchParams.get('name')?.slice(0, 200) ?? '',
  formKey: crypto.randomUUID(),
});

/** The idempotency key belongs to the page: sent twice, or again after a lost response, it adds one product. */
export async function action({ request }: Route.ActionArgs) {
  const { product, response } = await saveProductForm(await formOf(request), {
    save: (draft, key) => apiFor(request).call(createProduct, { body: draft, key: key || undefined }),
    errorText: productErrorMessages.create,
  });
  if (!product) return response;
  throw redirect(`/admin/products/edit/${product.id}?done=added`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(onNetworkError({ failed: messages.createFailed }));

export const meta: Route.MetaFunction = ({ matches }) => unlistedMeta(matches, messages.addNew);

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { name, ...form } = loaderData;
  // A name of unmet demand is typed already, and saved by nothing but the form.
  const [suggested] = useState<ProductActionResult | undefined>(() =>
    name ? { typed: { ...formValuesOf(), name } } : undefined,
  );
  const result: ProductActionResult | undefined = actionData ?? suggested;
  return (
    <AdminPage title={messages.addNew} above={[{ label: messages.title, to: '/admin/products' }]}>
      <ProductForm {...form} result={result} canWrite />
    </AdminPage>
  );
}
