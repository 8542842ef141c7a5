import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Review } from '@shop/contracts/catalog/schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readPage } from '#lib/browser-api.ts';
import { shortDate } from '#lib/format.ts';
import type { Page } from '#lib/paging.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Stars } from '#ui/stars.tsx';
import { toast } from '#ui/toast.tsx';

/** `optionValues` are the options selected in the URL; the links keep them. */
type ReviewListProps = { slug: string; first: Page<Review>; fromStart: boolean; optionValues: string[][] };

/** Appends each further page; without JavaScript the same link opens it. */
export function ReviewList({ slug, first, fromStart, optionValues }: ReviewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [{ items, next }, setPage] = useState(first);
  const [loading, setLoading] = useState(false);
  const urlOf = (cursor?: string) => {
    const search = new URLSearchParams(optionValues);
    if (cursor) search.set('reviews', cursor);
    return { pathname: `/product/${slug}`, search: `${search}`, hash: 'reviews' };
  };

  const showMore = async (event: MouseEvent) => {
    event.preventDefault();
    if (loading || !next) return;
    setLoading(true);
    try {
      const more = await readPage<Review>(`/api/products/${slug}/reviews?cursor=${encodeURIComponent(next)}`);
      flushSync(() => setPage({ items: [...items, ...more.items], next: more.next }));
      // The link may be gone: the focus moves to the first added review.
      list.current?.children[items.length]?.querySelector('p')?.focus();
    } catch {
      toast('error', productMessages.reviewsFailed);
    }
    setLoading(false);
  };

  return (
    <div>
      <ul ref={list}>
        {items.map((review) => (
          <li key={review.id} className="border-line border-b py-6 first:pt-0 last:border-b-0">
            <ReviewText {...review} />
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-4">
        {next && (
          <ButtonLink look="secondary" to={urlOf(next)} onClick={showMore} rel="nofollow next">
            {loading ? uiMessages.loading : productMessages.moreReviews}
          </ButtonLink>
        )}
        {!fromStart && (
          <ButtonLink look="quiet" to={urlOf()}>
            {productMessages.newestReviews}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function ReviewText({ userName, rating, comment, createdAt }: Review) {
  return (
    <>
      <p tabIndex={-1} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <Stars rating={rating} />
        <span className="min-w-0 font-semibold">{userName}</span>
        <time dateTime={createdAt} className="text-ink-soft">
          {shortDate(new Date(createdAt))}
        </time>
      </p>
      <p className="mt-2 max-w-[68ch] whitespace-pre-line">{comment}</p>
    </>
  );
}
