import type { listReviews } from '@shop/contracts/catalog/operations';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { Review } from '@shop/contracts/catalog/schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readPage } from '#lib/browser-api.ts';
import type { Page } from '#lib/paging.ts';
import { ButtonLink } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { filterParameters, type ReviewFilter, reviewQuery } from './review-filter.ts';
import { ReviewItem } from './review-item.tsx';

type ReviewListProps = {
  slug: string;
  first: Page<Review>;
  filter: ReviewFilter;
  fromStart: boolean;
  /** The options selected in the URL; the links keep them. */
  optionValues: string[][];
  /** The reviews that the customer marked as helpful. */
  helpful: string[] | undefined;
};

/** Appends each further page; without JavaScript the same link opens it. */
export function ReviewList({ slug, first, filter, fromStart, optionValues, helpful }: ReviewListProps) {
  const list = useRef<HTMLUListElement>(null);
  const [{ items, next }, setPage] = useState(first);
  const [loading, setLoading] = useState(false);
  const urlOf = (cursor?: string) => {
    const search = new URLSearchParams([...optionValues, ...filterParameters(filter)]);
    if (cursor) search.set('reviews', cursor);
    return { pathname: `/product/${slug}`, search: `${search}`, hash: 'reviews' };
  };

  const showMore = async (event: MouseEvent) => {
    event.preventDefault();
    if (loading || !next) return;
    setLoading(true);
    try {
      const more = await readPage<typeof listReviews>('GET /products/:product/reviews', {
        params: { product: slug },
        search: reviewQuery(filter, next),
      });
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
      {items.length === 0 && <p className="text-ink-soft">{reviewMessages.noneMatch}</p>}
      <ul ref={list}>
        {items.map((review) => (
          <li key={review.id} className="border-line border-b pt-6 pb-3 first:pt-0 last:border-b-0">
            <ReviewItem review={review} slug={slug} isMarked={helpful?.includes(review.id)} />
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
            {reviewMessages.backTo[filter.sortBy]}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
