import { isBuiltInSlug, pagePath } from '@shop/contracts/content/constants';
import { data, redirect } from 'react-router';
import { redirectToLowerCase } from '#lib/public-pages.ts';
import { pageMeta } from '#lib/seo.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import type { Route } from './+types/own-page';
import { ArticleView } from './article-view.tsx';
import { publishedArticle } from './articles.server.ts';
import { findPublishedPage } from './own-pages.server.ts';

/** A page that the owner has added. */
export async function loader({ request, url, params }: Route.LoaderArgs) {
  if (isBuiltInSlug(params.slug)) throw redirect(pagePath(params.slug), 301);
  const [settings, page] = await Promise.all([getStoreSettings(), findPublishedPage(request, params.slug)]);
  if (page.ok) return publishedArticle(page.value, settings);
  const { problem } = page;
  const isUnknown = problem.status < 500 && problem.status !== 429;
  if (isUnknown) redirectToLowerCase(url);
  throw data(problem, { status: isUnknown ? 404 : problem.status });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta(matches, loaderData);

export default function OwnPage({ loaderData: { article } }: Route.ComponentProps) {
  return <ArticleView article={article} />;
}
