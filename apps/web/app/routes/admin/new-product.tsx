import { AdminProduct } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { pageTitle } from '@shop/contracts/site';
import { redirect } from 'react-router';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { ProductForm } from '#components/admin/products/product-form.tsx';
import { apiFor } from '#lib/api.server.ts';
import { refusals } from '#lib/product-draft.ts';
import { jsonOf, labelsOf, refused } from '#lib/product-pages.server.ts';
import type { Route } from './+types/new-product';

export const loader = ({ request }: Route.LoaderArgs) => labelsOf(apiFor(request));

export async function action({ request }: Route.ActionArgs) {
  const answer = await apiFor(request).post('/products', AdminProduct, await jsonOf(request));
  if (!answer.ok) return refused(answer.problem, refusals.create(answer.problem));
  throw redirect(`/admin/products/edit/${answer.value.id}?done=added`);
}

export const meta = () => [{ title: pageTitle(messages.addNew) }, { name: 'robots', content: 'noindex' }];

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={messages.addNew} above={[{ label: messages.title, to: '/admin/products' }]}>
      <ProductForm {...loaderData} {...actionData} mayWrite />
    </AdminPage>
  );
}
