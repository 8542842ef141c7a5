import { contentMessages } from '@shop/contracts/content/messages';
import type { Article } from './article-content.ts';

/** Above the text on narrow screens, beside it on wide ones. */
export function ArticleContents({ contents }: Pick<Article, 'contents'>) {
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
