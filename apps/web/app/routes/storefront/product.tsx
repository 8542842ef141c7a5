import { productMessages } from '@shop/contracts/catalog/product-messages';
import { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { homeMessages } from '@shop/contracts/home/messages';
import { headerMessages } from '@shop/contracts/layout/messages';
import { data, redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { BuyBar } from '#features/catalog/product/buy-bar.tsx';
import { BuyPanel } from '#features/catalog/product/buy-panel.tsx';
import { Gallery } from '#features/catalog/product/gallery.tsx';
import { BUY_GROUP, PRODUCT_COLUMNS } from '#features/catalog/product/layout.ts';
import { PairsWellWith } from '#features/catalog/product/pairs-well-with.tsx';
import { productJsonLd, summaryOf } from '#features/catalog/product/product-json-ld.ts';
import { Specifications } from '#features/catalog/product/specifications.tsx';
import { available, optionValuesIn, variantFor, variantPrices } from '#features/catalog/product/variants.ts';
import { DescriptionText } from '#features/content/article-text.tsx';
import { readDescription } from '#features/content/description.ts';
import { Reviews } from '#features/reviews/reviews.tsx';
import { apiFor } from '#lib/api.server.ts';
import { noVarySearch, RENAMED } from '#lib/public-pages.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import type { Route } from './+types/product';

/** Unknown or malformed slug. */
const NO_SUCH_PRODUCT = [404, 414, 422];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const path = `/products/${encodeURIComponent(params.slug)}`;
  const cursor = url.searchParams.get('reviews');
  const [found, reviews] = await Promise.all([
    api.tryGet(path, ProductDetail),
    api.tryGetPage(`${path}/reviews?${new URLSearchParams(cursor ? { cursor } : {})}`, z.array(Review)),
  ]);

  if (!found.ok && NO_SUCH_PRODUCT.includes(found.problem.status)) throw redirect('/products');
  if (!found.ok) throw data(found.problem, { status: found.problem.status });
  const product = found.value;
  // The API also finds a product by a previous slug: redirect to the current one.
  if (product.slug !== params.slug) throw redirect(`/product/${product.slug}${url.search}`, RENAMED);

  const firstPage = { items: product.reviews, next: undefined };
  const page = {
    // Without its reviews, which would be sent twice.
    product: { ...product, reviews: [] },
    // Parsed here: the parser stays out of the browser.
    description: readDescription(product.description),
    reviews: reviews.ok ? reviews.value : firstPage,
    fromStart: !cursor || !reviews.ok,
  };
  const parameters = ['reviews', ...product.options.map(({ name }) => name)];
  return data(page, { headers: { 'No-Vary-Search': noVarySearch(parameters) } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches, loaderData: { product } }) => {
  const path = `/product/${product.slug}`;
  const trail = [...breadcrumbsTo(product), { label: product.name, to: path }];
  return pageMeta(matches, {
    title: product.name,
    description: summaryOf(product),
    path,
    image: product.images[0],
    jsonLd: [productJsonLd(product), breadcrumbJsonLd(trail.map(({ label, to }) => ({ name: label, path: to })))],
  });
};

const breadcrumbsTo = ({ category }: ProductDetail) => [
  { label: homeMessages.title, to: '/' },
  { label: headerMessages.shop, to: '/products' },
  { label: category, to: `/products?${new URLSearchParams({ category })}` },
];

/** The key resets the state when the product changes. */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  return <ProductOf key={loaderData.product.id} {...loaderData} />;
}

function ProductOf({ product, description, reviews, fromStart }: Route.ComponentProps['loaderData']) {
  const [params] = useSearchParams();
  const optionValues = optionValuesIn(product, params);
  const variant = variantFor(product, optionValues);
  return (
    <article className={`${BUY_GROUP} wrap-anywhere`}>
      <div className="page-width pb-12 desktop:pb-24">
        <div className="pt-1 pb-3">
          <Breadcrumbs above={breadcrumbsTo(product)} here={product.name} />
        </div>
        <div className={PRODUCT_COLUMNS}>
          <Gallery {...product} />
          <div className="desktop:sticky desktop:top-24 desktop:row-span-2 desktop:self-start">
            <BuyPanel product={product} variant={variant} />
          </div>
          <div className="grid grid-cols-1 content-start gap-12 tablet:max-desktop:col-span-2">
            <section aria-labelledby="about-product">
              <h2 id="about-product" className="mb-4 font-display text-h2">
                {productMessages.about}
              </h2>
              <DescriptionText blocks={description} />
            </section>
            <Specifications specifications={product.specifications} />
          </div>
        </div>
      </div>
      <PairsWellWith products={product.pairsWith} />
      <Reviews product={product} page={reviews} fromStart={fromStart} optionValues={optionValues} />
      <BuyBar
        name={product.name}
        prices={variantPrices(product, variant)}
        availableQuantity={available(product, variant)}
      />
    </article>
  );
}
