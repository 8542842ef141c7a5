import { uiMessages } from '@shop/contracts/common/ui-messages';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';

type Crumb = { label: string; to: string };

/** Links to the pages above, and the name of the current page last, in one line. Long names are cut. */
export function Breadcrumbs({ above, here }: { above: Crumb[]; here: string }) {
  return (
    <nav aria-label={uiMessages.breadcrumbs} className="-mx-1 mb-1 overflow-x-clip px-1 text-small text-ink-soft">
      <ol className="flex items-center gap-x-2">
        {above.map(({ label, to }) => (
          <li key={to} className="flex max-w-2/5 shrink-0 items-center gap-2">
            <Link to={to} className="block truncate leading-[2.75rem] underline-offset-4 hover:underline">
              {label}
            </Link>
            <ChevronRight aria-hidden className="size-4 shrink-0 text-line-strong" strokeWidth={1.5} />
          </li>
        ))}
        <li aria-current="page" className="min-w-0 truncate text-ink">
          {here}
        </li>
      </ol>
    </nav>
  );
}
