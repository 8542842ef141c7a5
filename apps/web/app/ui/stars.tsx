import { uiMessages } from '@shop/contracts/common/ui-messages';

/** Five stars, filled up to the rating rounded to a tenth. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={uiMessages.starsOf(rating)} className="inline-flex shrink-0">
      <svg aria-hidden viewBox="0 0 100 20" className="stars h-4 w-20">
        <rect width={100} height={20} className="fill-line-strong/30" />
        {/* By an attribute: the security policy forbids style attributes. */}
        <rect width={filledWidth(rating)} height={20} className="fill-star" />
      </svg>
    </span>
  );
}

/** A tenth is a tenth of the star itself, which leaves a margin of 2 units in its square. */
function filledWidth(rating: number) {
  const tenths = Math.round(rating * 10);
  const rest = tenths % 10;
  return ((tenths - rest) / 10) * 20 + (rest && 2 + rest * 1.6);
}
