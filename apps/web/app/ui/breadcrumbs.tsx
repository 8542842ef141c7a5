import { uiMessages } from '@shop/contracts/common/ui-messages';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

type Crumb = { label: string; to: string };

/** Links to the pages above, and the name of the current page last. */
export function Breadcrumbs({ above, here }: { above: Crumb[]; here: string }) {
  return (
    <nav aria-label={uiMessages.breadcrumbs} className="mb-1 text-small text-ink-soft">
      <ol className="flex flex-wrap items-center gap-x-2">
        {above.map(({ label, to }) => (
          <li key={to} className="flex items-center gap-2">
            <Link to={to} className="inline-flex min-h-11 items-center underline-offset-4 hover:underline">
              {label}
            </Link>
            <ChevronRight aria-hidden className="size-4 text-line-strong" strokeWidth={1.5} />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 text-ink">
          {here}
        </li>
      </ol>
    </nav>
  );
}
