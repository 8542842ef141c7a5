import { getAdminProduct, previewProduct } from '@shop/contracts/catalog/admin-operations';
import { productFormMessages as messages } from '@shop/contracts/catalog/product-form-messages';
import { data, redirect } from 'react-router';
import { apiFor } from '#lib/api.server.ts';
import { unlistedMeta } from '#lib/page-title.ts';
import { readDescription } from '#shop/content/description.ts';
import { findShipping } from '#shop/product/delivery.server.ts';
import { ProductView } from '#shop/product/product-view.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Route } from './+types/preview-product';

/** The saved product as its page shows it, in any status. An unknown id redirects to the list of products. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const api = apiFor(request);
  const [found, { status }, shipping] = await Promise.all([
    api.call(previewProduct, { params: { id: params.productId } }),
    api
      .call(getAdminProduct, { params: { id: params.productId } })
      .then((result) => (result.ok ? result.value : { status: undefined })),
    findShipping(),
  ]);
  if (!found.ok) {
    if (found.problem.status === 404 || found.problem.status === 422) throw redirect('/admin/products');
    throw data(found.problem, { status: found.problem.status });
  }
  const product = found.value;
  return {
    product,
    description: readDescription(product.description),
    shipping,
    reviews: { items: product.reviews, next: undefined },
    fromStart: true,
    isPublished: status === 'published',
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  unlistedMeta(matches, messages.previewTitle(loaderData?.product.name ?? ''));

export default function PreviewProductPage({ loaderData: { isPublished, ...page } }: Route.ComponentProps) {
  return (
    <>
      <div className="page-width flex flex-wrap items-center gap-4 pt-6">
        <Notice kind="info">{isPublished ? messages.previewPublished : messages.previewDraft}</Notice>
        <ButtonLink to={`/admin/products/edit/${page.product.id}`} look="secondary" compact>
          {messages.backToEditor}
        </ButtonLink>
      </div>
      <ProductView key={page.product.id} {...page} isPreview />
    </>
  );
}
