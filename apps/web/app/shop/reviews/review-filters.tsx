import { REVIEW_SORTS } from '@shop/contracts/reviews/constants';
import { reviewMessages } from '@shop/contracts/reviews/messages';
import { Link } from 'react-router';
import { classes } from '#ui/classes.ts';
import { filterParameters, type ReviewFilter } from './review-filter.ts';

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
export function ReviewFilters({ filter, hasPhotos, sizes, hasSeveral, optionValues }: ReviewFiltersProps) {
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
