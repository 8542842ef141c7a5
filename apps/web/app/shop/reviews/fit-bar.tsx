import { FITS } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { classes } from '#ui/classes.ts';

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
