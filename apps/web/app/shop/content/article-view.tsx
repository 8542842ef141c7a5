import { contentMessages } from '@shop/contracts/content/messages';
import type { Article } from './article-content.ts';
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

/** Above the text on narrow screens, beside it on wide ones. */
function ArticleContents({ contents }: Pick<Article, 'contents'>) {
  return (
    <nav aria-labelledby="contents" className="rounded-card bg-pearl p-6 desktop:sticky desktop:top-28">
      <h2 id="contents" className="eyebrow">
        {contentMessages.onThisPage}
      </h2>
      <ul className="mt-3 gap-x-8 text-small tablet:max-desktop:columns-2">
        {contents.map(({ id, text }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="flex min-h-11 items-center underline-offset-4 hover:underline">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
