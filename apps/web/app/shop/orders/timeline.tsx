import { timelineMessages as texts } from '@shop/contracts/orders/timeline-messages';
import {
  Ban,
  Check,
  CreditCard,
  type LucideIcon,
  MessageSquare,
  Package,
  ReceiptText,
  Truck,
  Undo2,
} from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { useDates } from '#lib/dates.ts';
import { classes } from '#ui/classes.ts';
import { TextLink } from '#ui/text-link.tsx';
import { filterEntries, TIMELINE_FILTERS, type TimelineEntry, timelineFilter } from './timeline-entries.ts';

const ICONS: Record<TimelineEntry['icon'], LucideIcon> = {
  placed: ReceiptText,
  packing: Package,
  truck: Truck,
  delivered: Check,
  cancelled: Ban,
  card: CreditCard,
  refund: Undo2,
  message: MessageSquare,
};
const TONES: Record<TimelineEntry['kind'], string> = {
  delivery: 'bg-pearl text-mauve-deep',
  payments: 'bg-delivered-bg text-delivered',
  messages: 'bg-processing-bg text-processing',
};

const SHOW = 'show';

/** Everything that happened, newest first. The filter is in the URL, so that it works without JavaScript. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  const [search] = useSearchParams();
  const filter = timelineFilter(search.get(SHOW));
  const shown = filterEntries(entries, filter);
  return (
    <section id="timeline" aria-labelledby="timeline-title" className="scroll-mt-24">
      <h2 id="timeline-title" className="mb-3 font-display text-h2">
        {texts.title}
      </h2>
      <nav aria-label={texts.filter} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {TIMELINE_FILTERS.map((name) => (
            <li key={name}>
              <FilterLink name={name} isCurrent={name === filter} />
            </li>
          ))}
        </ul>
      </nav>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{texts.none}</p>
      ) : (
        <ol>
          {shown.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
    </section>
  );
}

function FilterLink({ name, isCurrent }: { name: (typeof TIMELINE_FILTERS)[number]; isCurrent: boolean }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={name === 'all' ? `${pathname}#timeline` : `${pathname}?${SHOW}=${name}#timeline`}
      replace
      preventScrollReset
      aria-current={isCurrent ? 'true' : undefined}
      className={classes(
        'inline-flex min-h-11 items-center rounded-full border px-4 text-action transition-colors hover:bg-violet-tint',
        isCurrent ? 'border-violet-tint bg-violet-tint font-semibold text-violet' : 'border-line',
      )}
    >
      {texts.filters[name]}
    </Link>
  );
}

function Entry({ entry: { at, kind, icon, title, text, link } }: { entry: TimelineEntry }) {
  const { dateTime } = useDates();
  const Icon = ICONS[icon];
  return (
    <li className="group relative flex gap-4 pb-7 last:pb-0">
      <span aria-hidden className="absolute top-10 bottom-0 left-[19px] w-px bg-line group-last:hidden" />
      <span
        aria-hidden
        className={classes(
          'relative grid size-10 shrink-0 place-items-center rounded-full',
          icon === 'delivered' ? 'bg-violet text-paper' : TONES[kind],
        )}
      >
        <Icon className="size-[18px]" strokeWidth={1.75} />
      </span>
      <div className="min-w-0 flex-1 tablet:flex tablet:justify-between tablet:gap-4">
        <div className="min-w-0">
          <h3 className="font-semibold">{title}</h3>
          <div className="flex flex-wrap items-center gap-x-2 text-small">
            {text && <p className="min-w-0 text-ink-soft">{text}</p>}
            {link && (
              <TextLink to={link.url} rel="noopener noreferrer">
                {link.label}
              </TextLink>
            )}
          </div>
        </div>
        <time dateTime={at} className="block shrink-0 text-ink-muted text-small tablet:pt-0.5 tablet:text-right">
          {dateTime(new Date(at))}
        </time>
      </div>
    </li>
  );
}
