import { catalogMessages } from '@shop/contracts/catalog/messages';
import { productMessages } from '@shop/contracts/catalog/product-messages';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { Stars } from '#ui/stars.tsx';

type RatingSummaryProps = {
  ratings: number;
  reviewCount: number;
  /** Number of reviews with one star, two stars and so on. */
  ratingCounts: number[];
};

export function RatingSummary({ ratings, reviewCount, ratingCounts }: RatingSummaryProps) {
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
