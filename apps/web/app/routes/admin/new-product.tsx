import { AdminProduct } from '@shop/contracts/admin-products';
import { adminProductMessages as messages } from '@shop/contracts/admin-products-texts';
import { pageTitle } from '@shop/contracts/site';
import { redirect } from 'react-router';
import { AdminPage } from '#components/admin/admin-page.tsx';
import { ProductForm } from '#components/admin/products/product-form.tsx';
import { apiFor } from '#lib/api.server.ts';
import { refusals } from '#lib/product-draft.ts';
import { labelsOf, refused, sentForm } from '#lib/product-pages.server.ts';
import { whenUnreachable } from '#lib/unreachable.ts';
import type { Route } from './+types/new-product';

export const loader = async ({ request }: Route.LoaderArgs) => ({
  ...(await labelsOf(apiFor(request))),
  formKey: crypto.randomUUID(),
});

/** Sent twice, or again after an answer that got lost, the form adds one product: the key is the page's. */
export async function action({ request }: Route.ActionArgs) {
  const { draft, key } = await sentForm(request);
  const answer = await apiFor(request).post('/products', AdminProduct, draft, key);
  if (!answer.ok) return refused(answer.problem, refusals.create(answer.problem));
  throw redirect(`/admin/products/edit/${answer.value.id}?done=added`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  serverAction().catch(whenUnreachable({ failed: messages.createFailed }));

export const meta = () => [{ title: pageTitle(messages.addNew) }, { name: 'robots', content: 'noindex' }];

export default function NewProductPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={messages.addNew} above={[{ label: messages.title, to: '/admin/products' }]}>
      <ProductForm {...loaderData} {...actionData} mayWrite />
    </AdminPage>
  );
}
