import { listMessages } from '@shop/contracts/catalog/list-messages';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { chosenFilters } from './filter-labels.ts';
import { type ProductFilter, searchOf, withoutFilters } from './product-filter.ts';

type FilterChipsProps = {
  choice: ProductFilter;
  path: string;
  /** Moves the focus, because the focused chip disappears. */
  onRemove: () => void;
};

/** The active filters, each as a chip that removes it. */
export function FilterChips({ choice, path, onRemove }: FilterChipsProps) {
  const chosen = chosenFilters(choice);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={listMessages.activeFilters} className="mb-6 flex flex-wrap items-center gap-2">
      {chosen.map(({ label, remainingFilters }) => (
        <li key={label} className="min-w-0">
          <Link
            to={path + searchOf(remainingFilters)}
            onClick={onRemove}
            className="flex min-h-11 items-center gap-2 rounded-control bg-violet-tint pr-2.5 pl-3.5 font-medium text-small text-violet-deep transition-colors hover:bg-blush"
          >
            <span className="min-w-0">
              <span className="sr-only">{listMessages.remove} </span>
              {label}
            </span>
            <X aria-hidden className="size-4 shrink-0" strokeWidth={1.5} />
          </Link>
        </li>
      ))}
      <li>
        <ButtonLink look="quiet" compact to={path + searchOf(withoutFilters(choice))} onClick={onRemove}>
          {listMessages.clearFilters}
        </ButtonLink>
      </li>
    </ul>
  );
}
