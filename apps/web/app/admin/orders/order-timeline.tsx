import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import type { AdminOrder } from '@shop/contracts/orders/admin-schema';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { Link, useSearchParams } from 'react-router';
import { useCan } from '#admin/kit/staff.ts';
import { classes } from '#ui/classes.ts';
import { NoteForm } from './note-form.tsx';
import { Card } from './order-card.tsx';
import type { OrderActionResult } from './order-forms.ts';
import { TIMELINE_FILTERS, type TimelineFilter, timelineFilterOf, timelineOf } from './timeline.ts';
import { TimelineItem } from './timeline-item.tsx';

const ID = 'timeline';

type OrderTimelineProps = { order: AdminOrder; formKey: string; result?: OrderActionResult };

/** One list of all that happened, with a filter in the URL and the note field on top. */
export function OrderTimeline({ order, formKey, result }: OrderTimelineProps) {
  const can = useCan();
  const [search] = useSearchParams();
  const filter = timelineFilterOf(search.get('timeline'));
  const entries = timelineOf(order, filter);
  return (
    <Card id={ID} title={adminOrderMessages.timeline} actions={<Filters current={filter} />}>
      {/* The key empties the form after a note is added. */}
      {can('orders.note') && <NoteForm key={order.notes.length} formKey={formKey} result={result} />}
      {entries.length === 0 && <p className="text-ink-soft text-small">{texts.timelineEmpty}</p>}
      <ol className="grid grid-cols-1 gap-4">
        {entries.map((entry) => (
          <TimelineItem key={entry.key} entry={entry} order={order} formKey={formKey} />
        ))}
      </ol>
    </Card>
  );
}

const CHOICES = [undefined, ...TIMELINE_FILTERS];

function Filters({ current }: { current: TimelineFilter | undefined }) {
  const [search] = useSearchParams();
  const searchOf = (filter: TimelineFilter | undefined) => {
    const params = new URLSearchParams(search);
    params.delete('done');
    params.delete('timeline');
    if (filter) params.set('timeline', filter);
    return `?${params}`;
  };
  return (
    <nav aria-label={texts.timelineFilter}>
      <ul className="flex flex-wrap rounded-control border border-line bg-pearl p-0.5">
        {CHOICES.map((filter) => (
          <li key={filter ?? 'all'}>
            <Link
              to={{ search: searchOf(filter), hash: ID }}
              preventScrollReset
              aria-current={filter === current ? 'true' : undefined}
              className={classes(
                'inline-flex min-h-11 items-center rounded-control px-3 text-small tablet:min-h-9',
                filter === current ? 'bg-paper font-semibold text-ink shadow-1' : 'text-ink-soft hover:text-ink',
              )}
            >
              {texts.timelineFilters[filter ?? 'all']}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
