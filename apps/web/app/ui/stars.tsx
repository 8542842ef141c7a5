import { uiMessages } from '@shop/contracts/common/ui-messages';

const STAR = 'M10 1.8l2.5 5.3 5.7.8-4.1 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8L1.8 7.9l5.7-.8z';
/** The five stars side by side, each in a square of 20 units. */
const STARS = [0, 20, 40, 60, 80].map((x) => <path key={x} d={STAR} transform={`translate(${x})`} />);

/** Five stars, filled up to the rating rounded to a tenth. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={uiMessages.starsOf(rating)} className="inline-flex shrink-0">
      <svg aria-hidden viewBox="0 0 100 20" className="h-4 w-20 fill-line-strong/30">
        {STARS}
        {/* A nested viewport clips the filled stars without a style attribute, which the security policy forbids. */}
        <svg aria-hidden width={filledWidth(rating)} height={20} className="fill-star">
          {STARS}
        </svg>
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
