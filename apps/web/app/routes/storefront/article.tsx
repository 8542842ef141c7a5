import { ArticleContents } from '#features/content/article-contents.tsx';
import { ArticleText } from '#features/content/article-text.tsx';
import { articleAt } from '#features/content/articles.server.ts';
import { pageMeta } from '#lib/seo.ts';
import { getStoreSettings } from '#lib/store-settings.server.ts';
import type { Route } from './+types/article';

export const loader = async ({ url }: Route.LoaderArgs) => articleAt(url, await getStoreSettings());

export const meta: Route.MetaFunction = ({ matches, loaderData }) => pageMeta(matches, loaderData);

/** A content page. Long ones have a table of contents. */
export default function ArticlePage({ loaderData: { article } }: Route.ComponentProps) {
  const { heading, blocks, contents } = article;
  return (
    <article className="page-width section-rhythm">
      <h1 className="font-display text-h1">{heading}</h1>
      {contents.length > 0 ? (
        <div className="mt-8 grid items-start gap-10 desktop:grid-cols-[18rem_minmax(0,1fr)] desktop:gap-16">
          <ArticleContents contents={contents} />
          <ArticleText blocks={blocks} />
        </div>
      ) : (
        <div className="mt-8">
          <ArticleText blocks={blocks} />
        </div>
      )}
    </article>
  );
}
