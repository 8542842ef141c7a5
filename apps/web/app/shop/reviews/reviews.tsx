import { catalogMessages } from '@shop/contracts/catalog/messages';
import type { listReviews } from '@shop/contracts/catalog/operations';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { ProductDetail, Review } from '@shop/contracts/catalog/schema';
import { uiMessages } from '@shop/contracts/common/ui-messages';
import { FITS, REVIEW_SORTS } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import type { getOwnReview } from '@shop/contracts/reviews/operations';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { MessageCircle } from 'lucide-react';
import { lazy, type MouseEvent, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { readOperation, readPage } from '#lib/browser-api.ts';
import type { Page } from '#lib/paging.ts';
import { useSession } from '#lib/session.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Stars } from '#ui/stars.tsx';
import { toast } from '#ui/toast.tsx';
import { OwnReviewText } from './own-review-text.tsx';
import { filterParameters, type ReviewFilter, reviewQuery } from './review-filter.ts';
import { ReviewItem } from './review-item.tsx';
import { ReviewPhotos } from './review-photos.tsx';

type ReviewsProps = {
  product: Omit<ProductDetail, 'pairsWith'>;
  page: Page<Review>;
  filter: ReviewFilter;
  fromStart: boolean;
  optionValues: string[][];
  /** Whether customers who bought it can write one here. */
  isWritable: boolean;
};

export function Reviews({ product, page, filter, fromStart, optionValues, isWritable }: ReviewsProps) {
  const own = useOwnReview(product.id, isWritable);
  const { slug, fitCounts, reviewPhotos, reviewSizes } = product;
  return (
    <section id="reviews" aria-label={productMessages.reviews} className="bg-pearl">
      <div className="page-width section-rhythm">
        {product.reviewCount === 0 ? (
          <EmptyState icon={MessageCircle} title={productMessages.noReviews}>
            {productMessages.noReviewsText}
          </EmptyState>
        ) : (
          <>
            <p className="eyebrow">{productMessages.reviewsEyebrow}</p>
            <h2 className="mt-2 mb-8 font-display text-h2 desktop:mb-12">{productMessages.reviews}</h2>
            <div className="grid grid-cols-1 gap-x-12 gap-y-10 tablet:grid-cols-[1fr_2fr]">
              <div className="tablet:sticky tablet:top-24 tablet:self-start">
                <RatingSummary {...product} />
                <FitBar counts={fitCounts} />
                {reviewPhotos.length > 0 && (
                  <div className="mt-8">
                    <h3 className="mb-2 font-semibold text-small">{reviewMessages.fromCustomers}</h3>
                    <ReviewPhotos
                      photos={reviewPhotos}
                      title={reviewMessages.fromCustomers}
                      labelOf={reviewMessages.openPhoto}
                    />
                  </div>
                )}
              </div>
              <div>
                <ReviewFilters
                  filter={filter}
                  hasPhotos={reviewPhotos.length > 0}
                  sizes={reviewSizes}
                  hasSeveral={product.reviewCount > 1}
                  optionValues={optionValues}
                />
                <ReviewList
                  key={`${filter.photos} ${filter.size} ${filter.sortBy} ${page.items[0]?.id}`}
                  slug={slug}
                  first={page}
                  filter={filter}
                  fromStart={fromStart}
                  optionValues={optionValues}
                  helpful={own?.helpful}
                />
              </div>
            </div>
          </>
        )}
        <div className="mt-10 empty:hidden">{isWritable && <WriteReview own={own} slug={slug} />}</div>
      </div>
    </section>
  );
}

/**
 * The customer's review of a product and their votes; undefined for guests. The page is the same for all visitors, so
 * this is requested after it has loaded.
 */
function useOwnReview(productId: string, isWritable: boolean) {
  const { session } = useSession();
  const [own, setOwn] = useState<OwnReview>();
  const userName = session?.user?.name;

  useEffect(() => {
    setOwn(undefined);
    if (userName === undefined || !isWritable) return;
    const visit = new AbortController();
    readOperation<typeof getOwnReview>(
      'GET /products/:product/own-review',
      { params: { product: productId } },
      visit.signal,
    )
      .then(setOwn)
      .catch((error) => {
        if (!visit.signal.aborted) console.error(error);
      });
    return () => visit.abort();
  }, [productId, userName, isWritable]);
  return own;
}

type RatingSummaryProps = {
  ratings: number;
  reviewCount: number;
  /** Number of reviews with one star, two stars and so on. */
  ratingCounts: number[];
};

function RatingSummary({ ratings, reviewCount, ratingCounts }: RatingSummaryProps) {
  const rows = ratingCounts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <div>
      <p className="font-display text-display tabular-nums">{ratings.toFixed(1)}</p>
      <Stars rating={ratings} />
      <p className="mt-1 text-small text-ink-soft">
        {productMessages.basedOn(catalogMessages.reviewCount(reviewCount))}
      </p>
      <dl className="mt-6 grid max-w-sm grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 text-small tabular-nums">
        {rows.map(({ stars, count }) => (
          <div key={stars} className="contents">
            <dt>{reviewMessages.stars(stars)}</dt>
            <Bar share={reviewCount && count / reviewCount} />
            <dd className="text-right text-ink-soft">{count}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** An SVG, because the content security policy blocks widths in `style`. The count beside it says the same. */
function Bar({ share }: { share: number }) {
  return (
    <dd aria-hidden>
      <svg aria-hidden className="block h-2 w-full rounded-full bg-line">
        <rect width={`${share * 100}%`} height="100%" className="fill-star" />
      </svg>
    </dd>
  );
}

type ReviewFiltersProps = {
  filter: ReviewFilter;
  hasPhotos: boolean;
  sizes: string[];
  /** Whether there is an order to choose. */
  hasSeveral: boolean;
  /** The options selected in the URL; the links keep them. */
  optionValues: string[][];
};

/** Links, so that they work without JavaScript. Only filters that find a review are offered. */
function ReviewFilters({ filter, hasPhotos, sizes, hasSeveral, optionValues }: ReviewFiltersProps) {
  const { sortBy } = filter;
  const filters = [
    { label: reviewMessages.allReviews, to: { photos: false, size: null, sortBy } },
    ...(hasPhotos ? [{ label: reviewMessages.withPhotos, to: { photos: true, size: null, sortBy } }] : []),
    ...sizes.map((size) => ({ label: reviewMessages.bought(size), to: { photos: false, size, sortBy } })),
  ];
  const sorts = REVIEW_SORTS.map((sort) => ({ label: reviewMessages.sorts[sort], to: { ...filter, sortBy: sort } }));
  const common = { filter, optionValues };
  return (
    <div className="mb-7 grid gap-2 empty:hidden">
      {filters.length > 1 && <ChoiceLinks label={reviewMessages.filters} choices={filters} {...common} />}
      {hasSeveral && <ChoiceLinks label={reviewMessages.sort} choices={sorts} {...common} />}
    </div>
  );
}

type ChoiceLinksProps = Pick<ReviewFiltersProps, 'filter' | 'optionValues'> & {
  label: string;
  choices: { label: string; to: ReviewFilter }[];
};

function ChoiceLinks({ label, choices, filter, optionValues }: ChoiceLinksProps) {
  const isShown = (to: ReviewFilter) =>
    to.photos === filter.photos && to.size === filter.size && to.sortBy === filter.sortBy;
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {choices.map(({ label, to }) => (
        <Link
          key={label}
          to={{ search: `${new URLSearchParams([...optionValues, ...filterParameters(to)])}`, hash: 'reviews' }}
          preventScrollReset
          rel="nofollow"
          aria-current={isShown(to) ? 'true' : undefined}
          className={classes(
            'flex min-h-11 items-center rounded-full border px-4 text-small transition-colors',
            isShown(to)
              ? 'border-violet-tint bg-violet-tint font-semibold text-violet-deep'
              : 'border-line-strong bg-paper hover:border-violet',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

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
function ReviewList({ slug, first, filter, fromStart, optionValues, helpful }: ReviewListProps) {
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

/** Lazy: few visitors can review a product, and the others do not load the form. */
const ReviewForm = lazy(async () => ({ default: (await import('./review-form.tsx')).ReviewForm }));

function WriteReview({ own, slug }: { own: OwnReview | undefined; slug: string }) {
  if (own?.review) return <OwnReviewText review={own.review} />;
  if (!own?.canReview) return null;
  return (
    <section aria-labelledby="write-review">
      <h3 id="write-review" className="mb-4 text-h3">
        {reviewMessages.write}
      </h3>
      <Suspense>
        <ReviewForm slug={slug} sizes={own.sizes} />
      </Suspense>
    </section>
  );
}

/** How many buyers say that it runs small, is true to size and runs large. */
export function FitBar({ counts }: { counts: number[] }) {
  const [small = 0, trueToSize = 0, large = 0] = counts;
  const total = small + trueToSize + large;
  if (total === 0) return null;
  const parts = [small, trueToSize, large].map((count, index) => ({
    fit: FITS[index] ?? 'true_to_size',
    count,
    start: counts.slice(0, index).reduce((sum, each) => sum + each, 0) / total,
    isLargest: count === Math.max(small, trueToSize, large),
  }));
  return (
    <div className="mt-8 max-w-sm">
      <h3 className="mb-2 font-semibold text-small">{reviewMessages.fitBar}</h3>
      {/* An SVG, because the content security policy blocks widths in `style`. */}
      <svg role="img" aria-label={reviewMessages.fitSummary(small, trueToSize, large)} className="block h-2.5 w-full">
        {parts.map(({ fit, count, start, isLargest }) => (
          <rect
            key={fit}
            x={`${start * 100}%`}
            width={`${(count / total) * 100}%`}
            height="100%"
            strokeWidth={3}
            className={classes('stroke-pearl', isLargest ? 'fill-violet' : 'fill-blush-deep')}
          />
        ))}
      </svg>
      {/* The label of the bar says the same. */}
      <div aria-hidden className="mt-1 grid grid-cols-3 gap-2 text-ink-soft text-small">
        {parts.map(({ fit, count, isLargest }) => (
          <p
            key={fit}
            className={classes(
              fit === 'true_to_size' && 'text-center',
              fit === 'large' && 'text-right',
              isLargest && 'font-semibold text-ink',
            )}
          >
            <span className="block">{reviewMessages.fits[fit]}</span>
            <span className="block tabular-nums">{isLargest ? reviewMessages.fitOf(count, total) : count}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
