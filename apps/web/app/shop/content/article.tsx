import { pageMeta } from '#lib/seo.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import type { Route } from './+types/article';
import { ArticleView } from './article-view.tsx';
import { articleAt, publishedArticle } from './articles.server.ts';
import { findPublishedPage } from './own-pages.server.ts';

/** The owner's text; the built-in one if nothing is published, or the API is unavailable. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const slug = url.pathname.replaceAll('/', '');
  const [settings, page] = await Promise.all([getStoreSettings(), findPublishedPage(request, slug)]);
  return page.ok ? publishedArticle(page.value, settings) : articleAt(url, settings);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta(matches, loaderData);

export default function ArticlePage({ loaderData: { article } }: Route.ComponentProps) {
  return <ArticleView article={article} />;
}
