import { uiMessages } from '@shop/contracts/common/ui-messages';
import { Star } from 'lucide-react';

const POSITIONS = [1, 2, 3, 4, 5];

/** Fills as many of five stars as the rating rounds to. */
export function Stars({ rating }: { rating: number }) {
  const lit = Math.round(rating);
  return (
    <span role="img" aria-label={uiMessages.starsOf(rating)} className="inline-flex gap-0.5 text-star">
      {POSITIONS.map((position) => (
        <Star
          key={position}
          aria-hidden
          data-lit={position <= lit}
          className="size-4 data-[lit=true]:fill-current"
          strokeWidth={1.5}
        />
      ))}
    </span>
  );
}
