import type { Article } from './article-content.ts';
import { ArticleContents } from './article-contents.tsx';
import { ArticleText } from './article-text.tsx';

/** A content page. Long ones have a table of contents. */
export function ArticleView({ article: { heading, blocks, contents } }: { article: Article }) {
  return (
    <article className="page-width section-rhythm wrap-anywhere">
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
