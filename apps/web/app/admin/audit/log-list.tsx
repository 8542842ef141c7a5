import { auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditChange, AuditEntry } from '@shop/contracts/audit/schema';
import { undoMessages } from '@shop/contracts/audit/undo-messages';
import { plusDays } from '@shop/contracts/common/days';
import { Activity, Undo2 } from 'lucide-react';
import { Form, Link } from 'react-router';
import { FormKey } from '#admin/kit/form-key.tsx';
import { type Dates, useDates } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { sentenceOf, splitChanges } from './entry-text.ts';

type LogListProps = { entries: AuditEntry[]; now: Date };

/** One list for each day. */
export function LogList({ entries, now }: LogListProps) {
  const { dayOf } = useDates();
  return (
    <div>
      {groupByDay(entries, dayOf).map((day) => (
        <section key={day.day} aria-labelledby={`day-${day.day}`}>
          <h2
            id={`day-${day.day}`}
            className="sticky top-[60px] z-10 border-line border-y bg-pearl px-4 py-1.5 font-semibold text-ink-soft text-small tablet:px-5 desktop:top-0"
          >
            {dayTitle(day.day, dayOf(now))}
          </h2>
          <ol className="divide-y divide-line">
            {day.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} now={now} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

type EntryProps = { entry: AuditEntry; now: Date };

function Entry({ entry, now }: EntryProps) {
  const { dateTime, timeAgo } = useDates();
  const { createdAt, verb, title, href, changes, erased, undo } = entry;
  const time = new Date(createdAt);
  return (
    <li className="group grid min-h-[3.25rem] grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-1.5 hover:bg-violet-tint/50 tablet:grid-cols-[2rem_minmax(0,1fr)_auto_5.5rem] tablet:px-5">
      <Avatar actor={entry.actor} />
      <div className="min-w-0">
        <p className="text-small">
          <b className="font-semibold" title={entry.actor?.email ?? undefined}>
            {actorName(entry)}
          </b>{' '}
          {verb} <Title title={title} href={href} />
        </p>
        {erased ? (
          <p className="text-[0.8125rem] text-ink-muted leading-[1.0625rem]">{texts.erased}</p>
        ) : (
          <Changes changes={changes} />
        )}
      </div>
      <time
        dateTime={createdAt}
        title={dateTime(time)}
        className="whitespace-nowrap text-[0.8125rem] text-ink-muted leading-[1.0625rem] max-tablet:col-start-2"
      >
        {timeAgo(time, now)}
      </time>
      {undo !== 'none' && (
        <div className="justify-self-end max-tablet:col-start-2 max-tablet:justify-self-start max-tablet:pt-1">
          {undo === 'done' ? <Badge tone="other">{undoMessages.undone}</Badge> : <UndoButton entry={entry} />}
        </div>
      )}
    </li>
  );
}

/** Failed logins have no actor either, but are not the work of the system. */
const actorName = ({ actor, entity }: AuditEntry) => actor?.name ?? (entity === 'login' ? texts.visitor : texts.system);

function Title({ title, href }: Pick<AuditEntry, 'title' | 'href'>) {
  if (!href) return <span className="font-semibold">{title}</span>;
  return (
    <Link to={href} className="text-violet underline underline-offset-4 hover:text-violet-deep">
      {title}
    </Link>
  );
}

function Avatar({ actor }: Pick<AuditEntry, 'actor'>) {
  const initials = (actor?.name ?? '')
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_initial, place, all) => place === 0 || place === all.length - 1)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden
      className="grid size-8 place-items-center self-start overflow-hidden rounded-full bg-blush font-semibold text-badge text-ink tablet:self-center"
    >
      {actor ? initials : <Activity className="size-4" strokeWidth={1.5} />}
    </span>
  );
}

/** Changed fields on one line, the rest and long texts folded. */
function Changes({ changes }: { changes: AuditChange[] }) {
  const { shown, folded } = splitChanges(changes);
  if (changes.length === 0) return null;
  const [only] = folded;
  const summary = folded.length === 1 && only ? texts.changed(only.label) : texts.moreChanges(folded.length);
  return (
    <div className="flex flex-wrap gap-x-4 text-[0.8125rem] leading-[1.0625rem]">
      {shown.map((change) => (
        <span key={change.label} className="wrap-anywhere">
          <span className="text-ink-muted">{change.label}</span> <Values {...change} />
        </span>
      ))}
      {folded.length > 0 && (
        <details className="min-w-0 open:basis-full">
          <summary className="text-violet underline underline-offset-2">{summary}</summary>
          <dl className="grid gap-2 py-2">
            {folded.map((change) => (
              <div key={change.label}>
                <dt className="text-ink-muted">{change.label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line">
                  <Values {...change} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

function Values({ before, after }: AuditChange) {
  return (
    <>
      {before !== null && (
        <del className="text-ink-muted">
          <span className="sr-only">{texts.was} </span>
          {before}
        </del>
      )}
      {before !== null && after !== null && <span aria-hidden> → </span>}
      {after !== null && (
        <ins className="font-semibold no-underline">
          {before !== null && <span className="sr-only"> {texts.is} </span>}
          {after}
        </ins>
      )}
    </>
  );
}

/** Asks for a confirmation first. */
function UndoButton({ entry }: { entry: AuditEntry }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={entry.id} />
      <FormKey />
      <button
        type="submit"
        name="intent"
        value="undo"
        aria-label={undoMessages.undoOf(sentenceOf(entry))}
        className="inline-flex h-11 items-center gap-1.5 rounded-control border border-line-strong bg-paper px-3 font-semibold text-small transition-opacity hover:bg-pearl hoverable:h-8 hoverable:opacity-0 hoverable:group-focus-within:opacity-100 hoverable:group-hover:opacity-100"
      >
        <Undo2 aria-hidden className="size-4" strokeWidth={1.5} />
        {undoMessages.undo}
      </button>
    </Form>
  );
}

const dayFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC', ...options });
const SHORT = dayFormat({});
const WITH_WEEKDAY = dayFormat({ weekday: 'long' });
const WITH_YEAR = dayFormat({ weekday: 'long', year: 'numeric' });

/** 'Today, Nov 15', 'Yesterday, Nov 14', 'Friday, Nov 13', and in another year with the year. */
export function dayTitle(day: string, today: string) {
  const date = new Date(day);
  if (day === today) return texts.today(SHORT.format(date));
  if (day === plusDays(today, -1)) return texts.yesterday(SHORT.format(date));
  return (day.slice(0, 4) === today.slice(0, 4) ? WITH_WEEKDAY : WITH_YEAR).format(date);
}

/** In the order of the entries. */
export function groupByDay(entries: AuditEntry[], dayOf: Dates['dayOf']) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = dayOf(new Date(entry.createdAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, entriesOfDay]) => ({ day, entries: entriesOfDay }));
}
