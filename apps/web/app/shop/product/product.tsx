import { getProduct, listReviews } from '@shop/contracts/catalog/operations';
import { ProductDetail } from '@shop/contracts/catalog/schema';
import { useEffect } from 'react';
import { data, redirect, useSearchParams } from 'react-router';
import { z } from 'zod';
import { apiFor } from '#lib/api.server.ts';
import { noVarySearch, RENAMED, redirectToLowerCase } from '#lib/public-pages.ts';
import { sendPageView } from '#lib/reports/page-views.ts';
import { breadcrumbJsonLd, pageMeta } from '#lib/seo.ts';
import { Card } from '#shop/catalog/card.server.ts';
import { useRecordView } from '#shop/catalog/use-record-view.ts';
import { readDescription } from '#shop/content/description.ts';
import { DELIVER_TO } from '#shop/delivery/country-cookie.ts';
import { ALL_REVIEWS, REVIEW_PARAMETERS, readReviewFilter, reviewQuery } from '#shop/reviews/review-filter.ts';
import type { Route } from './+types/product';
import { findShipping } from './delivery.server.ts';
import { productJsonLd, summaryOf } from './product-json-ld.ts';
import { ASKED_PARAMETER } from './product-layout.ts';
import { breadcrumbsTo, ProductView } from './product-view.tsx';
import { available, mostAvailable, optionValuesIn, selectionOf } from './variants.ts';

const PageProduct = ProductDetail.extend({ pairsWith: z.array(Card) });

/** Unknown or malformed slug. */
const NO_SUCH_PRODUCT = [404, 414, 422];

export async function loader({ request, params, url }: Route.LoaderArgs) {
  const api = apiFor(request);
  const cursor = url.searchParams.get('reviews');
  const filter = readReviewFilter(url.searchParams);
  const [found, reviews, shipping] = await Promise.all([
    api.call(getProduct, { params: { product: params.slug } }, PageProduct),
    api.call(listReviews, { params: { product: params.slug }, search: reviewQuery(filter, cursor) }),
    findShipping(url.searchParams.get(DELIVER_TO)),
  ]);

  if (!found.ok && NO_SUCH_PRODUCT.includes(found.problem.status)) {
    redirectToLowerCase(url);
    throw redirect('/products');
  }
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
    shipping,
    reviews: reviews.ok ? { items: reviews.value, next: reviews.next } : firstPage,
    reviewFilter: reviews.ok ? filter : ALL_REVIEWS,
    fromStart: !cursor || !reviews.ok,
  };
  const options = product.options.map(({ name }) => name);
  const parameters = ['reviews', ...REVIEW_PARAMETERS, ASKED_PARAMETER, DELIVER_TO, ...options];
  return data(page, { headers: { 'No-Vary-Search': noVarySearch(parameters) } });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ matches, loaderData: { product } }) => {
  const path = `/product/${product.slug}`;
  const trail = [...breadcrumbsTo(product), { label: product.name, to: path }];
  return pageMeta(matches, {
    title: product.seoTitle || product.name,
    description: product.seoDescription || summaryOf(product),
    path,
    image: product.images[0],
    jsonLd: [productJsonLd(product), breadcrumbJsonLd(trail.map(({ label, to }) => ({ name: label, path: to })))],
  });
};

/** The key resets the state when the product changes. */
export default function ProductPage({ loaderData }: Route.ComponentProps) {
  useRecordView(loaderData.product.id);
  useCountSoldOut(loaderData.product);
  return <ProductView key={loaderData.product.id} {...loaderData} />;
}

type Product = Pick<ProductDetail, 'id' | 'inStock' | 'options' | 'variants'>;

/** Counts views of a sold-out product, and choices of a sold-out size or option. */
function useCountSoldOut(product: Product) {
  const [params] = useSearchParams();
  const chosen = optionValuesIn(product, params);
  const { variant } = selectionOf(product, chosen);
  const isSoldOut = mostAvailable(product, product.variants) === 0;
  const refusedId = variant && chosen.length > 0 && available(product, variant) === 0 ? variant.id : undefined;
  useEffect(() => {
    if (isSoldOut) sendPageView({ counter: 'soldOutProducts', id: product.id });
  }, [isSoldOut, product.id]);
  useEffect(() => {
    if (refusedId) sendPageView({ counter: 'soldOutVariants', id: refusedId });
  }, [refusedId]);
}
