import { adminMessages } from '@shop/contracts/admin/messages';
import { auditEntityLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { shortDate } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';

type LogFiltersProps = { entries: AuditEntry[]; errors: Record<string, string> };

const entityLabels: Record<string, string> = auditEntityLabels;

/** One line of chips; all filters are one form, and in the URL. Applying them starts at the first page. */
export function LogFilters({ entries, errors }: LogFiltersProps) {
  const { search } = useLocation();
  const people = useId();
  const field = useFilterField(errors);
  const filter = new URLSearchParams(search);
  const value = (name: string) => filter.get(name) ?? '';
  const emails = new Set(entries.flatMap(({ actor }) => actor?.email ?? []));
  return (
    <Form
      // Remounts on a new URL: defaults apply only to newly mounted fields.
      key={search}
      method="get"
      role="search"
      aria-label={texts.filters}
      className="relative flex flex-wrap items-center gap-2 px-4 py-3 tablet:px-5"
    >
      <Chip label={texts.who} value={value('who')} names={['who']} hasError={Boolean(errors.who)}>
        <TextField label={texts.who} hint={texts.whoHint} type="search" list={people} {...field('who')} />
        <datalist id={people}>
          {[...emails].map((email) => (
            <option key={email} value={email} />
          ))}
        </datalist>
      </Chip>
      {value('entityId') ? (
        <ThingFilter entity={value('entity')} entityId={value('entityId')} entries={entries} />
      ) : (
        <Chip
          label={texts.what}
          value={entityLabels[value('entity')] ?? value('entity')}
          names={['entity']}
          hasError={Boolean(errors.entity)}
        >
          <ChoiceField label={texts.what} any={texts.allTypes} of={auditEntityLabels} {...field('entity')} />
        </Chip>
      )}
      <Chip
        label={texts.date}
        value={rangeText(value('from'), value('to'))}
        names={['from', 'to']}
        hasError={Boolean(errors.from ?? errors.to)}
      >
        <TextField label={texts.from} type="date" {...field('from')} />
        <TextField label={texts.to} hint={texts.dateHint} type="date" {...field('to')} />
      </Chip>
    </Form>
  );
}

type ChipProps = {
  label: string;
  /** '' while it does not filter. */
  value: string;
  /** Its parameters in the URL. */
  names: string[];
  hasError: boolean;
  children: ReactNode;
};

const CHIP = 'inline-flex min-h-10 items-center gap-1 rounded-control px-3 text-small hoverable:min-h-[1.875rem]';
const ACTIVE = 'bg-violet-tint text-violet-deep';

function Chip({ label, value, names, hasError, children }: ChipProps) {
  return (
    <div className="inline-flex max-w-full">
      <details open={hasError} className="min-w-0 tablet:relative">
        <summary
          className={classes(
            CHIP,
            'max-w-full list-none',
            value ? `${ACTIVE} rounded-r-none pr-1` : 'border border-line-strong border-dashed text-ink-soft',
          )}
        >
          {!value && <Plus aria-hidden className="size-4" strokeWidth={1.5} />}
          {label}
          {value && <b className="truncate font-semibold">: {value}</b>}
        </summary>
        <div className="absolute inset-x-4 z-20 mt-1 grid gap-4 rounded-card border border-line bg-paper p-4 shadow-2 tablet:inset-x-auto tablet:left-0 tablet:w-72">
          {children}
          <Button type="submit" look="secondary" compact>
            {texts.apply}
          </Button>
        </div>
      </details>
      {value && <RemoveFilter label={label} names={names} />}
    </div>
  );
}

function RemoveFilter({ label, names }: Pick<ChipProps, 'label' | 'names'>) {
  const { pathname, search } = useLocation();
  const rest = new URLSearchParams(search);
  for (const name of [...names, 'after', 'done', 'undo']) rest.delete(name);
  return (
    <Link
      to={rest.size > 0 ? `${pathname}?${rest}` : pathname}
      aria-label={texts.removeFilter(label)}
      className={classes(CHIP, ACTIVE, 'rounded-l-none pl-1 hover:text-violet')}
    >
      <X aria-hidden className="size-4" strokeWidth={1.5} />
    </Link>
  );
}

type ThingFilterProps = { entity: string; entityId: string; entries: AuditEntry[] };

/** All entries are about one record: the type is part of it. */
function ThingFilter({ entity, entityId, entries }: ThingFilterProps) {
  const title = entries.find((entry) => entry.title !== '')?.title ?? texts.oneThingUnknown;
  return (
    <span className="inline-flex max-w-full">
      <input type="hidden" name="entity" value={entity} />
      <input type="hidden" name="entityId" value={entityId} />
      <span className={classes(CHIP, ACTIVE, 'min-w-0 rounded-r-none pr-1')}>
        {texts.oneThing} <b className="truncate font-semibold">{title}</b>
      </span>
      <RemoveFilter label={texts.oneThing} names={['entity', 'entityId']} />
    </span>
  );
}

/** Days as typed: one that is no date is shown as it is, beside its error. */
function rangeText(from: string, to: string) {
  const dayText = (day: string) => (Number.isNaN(Date.parse(day)) ? day : shortDate(new Date(day)));
  if (from && to) return texts.between(dayText(from), dayText(to));
  if (from) return texts.since(dayText(from));
  return to && texts.until(dayText(to));
}

/** For an empty list. */
export const ClearFilters = () => (
  <Link to="/admin/audit-log" className="font-semibold text-violet underline underline-offset-4">
    {adminMessages.clear}
  </Link>
);
