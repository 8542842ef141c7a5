import { adminMessages } from '@shop/contracts/admin/messages';
import { auditEntityLabels, auditMessages as texts } from '@shop/contracts/audit/messages';
import type { AuditEntry } from '@shop/contracts/audit/schema';
import { useId, useRef } from 'react';
import { Form, Link, useLocation } from 'react-router';
import { ChoiceField } from '#admin/kit/choice-field.tsx';
import { FilterChip, RemoveFilter } from '#admin/kit/filter-chip.tsx';
import { CHIP, CHIP_ON } from '#admin/kit/popover-classes.ts';
import { useDetailsClosing } from '#admin/kit/use-details-closing.ts';
import { useFilterField } from '#admin/kit/use-filter-field.ts';
import { dayText } from '#lib/format.ts';
import { useStoreTimeZone } from '#lib/store-time.ts';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';

type LogFiltersProps = { entries: AuditEntry[]; errors: Record<string, string> };

const entityLabels: Record<string, string> = auditEntityLabels;

/** One line of chips; all filters are one form, and in the URL. Applying them starts at the first page. */
export function LogFilters({ entries, errors }: LogFiltersProps) {
  const timeZone = useStoreTimeZone();
  const { search } = useLocation();
  const people = useId();
  const form = useRef<HTMLFormElement>(null);
  useDetailsClosing(form);
  const field = useFilterField(errors);
  const filter = new URLSearchParams(search);
  const value = (name: string) => filter.get(name) ?? '';
  const emails = new Set(entries.flatMap(({ actor }) => actor?.email ?? []));
  return (
    <Form
      // Remounts on a new URL: defaults apply only to newly mounted fields.
      key={search}
      ref={form}
      method="get"
      role="search"
      aria-label={texts.filters}
      className="relative flex flex-wrap items-center gap-2 px-4 py-3 tablet:px-5"
    >
      <FilterChip label={texts.who} value={value('who')} names={['who']} open={Boolean(errors.who)}>
        <TextField label={texts.who} hint={texts.whoHint} type="search" list={people} {...field('who')} />
        <datalist id={people}>
          {[...emails].map((email) => (
            <option key={email} value={email} />
          ))}
        </datalist>
      </FilterChip>
      {value('entityId') ? (
        <ThingFilter entity={value('entity')} entityId={value('entityId')} entries={entries} />
      ) : (
        <FilterChip
          label={texts.what}
          value={entityLabels[value('entity')] ?? value('entity')}
          names={['entity']}
          open={Boolean(errors.entity)}
        >
          <ChoiceField label={texts.what} any={texts.allTypes} of={auditEntityLabels} {...field('entity')} />
        </FilterChip>
      )}
      <FilterChip
        label={texts.date}
        value={rangeText(value('from'), value('to'))}
        names={['from', 'to']}
        open={Boolean(errors.from ?? errors.to)}
      >
        <div className="grid gap-3">
          <TextField label={texts.from} type="date" {...field('from')} />
          <TextField label={texts.to} hint={texts.dateHint(timeZone)} type="date" {...field('to')} />
        </div>
      </FilterChip>
    </Form>
  );
}

type ThingFilterProps = { entity: string; entityId: string; entries: AuditEntry[] };

/** All entries are about one record: the type is part of it. */
function ThingFilter({ entity, entityId, entries }: ThingFilterProps) {
  const title = entries.find((entry) => entry.title !== '')?.title ?? texts.oneThingUnknown;
  return (
    <span className="relative inline-block max-w-full">
      <input type="hidden" name="entity" value={entity} />
      <input type="hidden" name="entityId" value={entityId} />
      <span className={classes(CHIP, CHIP_ON, 'max-w-full')}>
        {texts.oneThing} <b className="truncate font-semibold">{title}</b>
      </span>
      <RemoveFilter label={texts.oneThing} names={['entity', 'entityId']} />
    </span>
  );
}

/** Days as typed: one that is no date is shown as it is, beside its error. */
function rangeText(from: string, to: string) {
  const textOf = (day: string) => (Number.isNaN(Date.parse(day)) ? day : dayText(day));
  if (from && to) return texts.between(textOf(from), textOf(to));
  if (from) return texts.since(textOf(from));
  return to && texts.until(textOf(to));
}

/** For an empty list. */
export const ClearFilters = () => (
  <Link to="/admin/audit-log" className="font-semibold text-violet underline underline-offset-4">
    {adminMessages.clear}
  </Link>
);
