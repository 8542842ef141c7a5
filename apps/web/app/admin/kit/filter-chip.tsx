import { listMessages } from '@shop/contracts/admin/list-messages';
import { adminMessages } from '@shop/contracts/admin/messages';
import { ListFilter, type LucideIcon, Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/form/field.tsx';
import { CHIP, CHIP_OFF, CHIP_ON, POPOVER, POPOVER_CHOICE } from './popover-classes.ts';
import { useListUrl } from './use-list-url.ts';

/** More choices are a select: a list of them would not fit. */
const RADIOS_MAX = 12;
const SELECT = 'select-arrow block h-11 w-full rounded-control border border-line-strong bg-paper px-3 text-small';

type FilterChipProps = {
  label: string;
  /** The parameters that its fields set. */
  names: string[];
  /** The chosen values as text; undefined if the filter is not set. */
  value: string | undefined;
  icon?: LucideIcon;
  /** False if the values are those of a list without filters. */
  removable?: boolean;
  /** For fields with an error. */
  open?: boolean;
  children: ReactNode;
};

/** A filter of the list: part of its form, so that applying one keeps the others. */
export function FilterChip({
  label,
  names,
  value,
  icon: Icon = Plus,
  removable = true,
  open,
  children,
}: FilterChipProps) {
  return (
    <span className="relative inline-block shrink-0">
      <details name="list-filter" open={open}>
        <summary className={classes(CHIP, value && removable ? CHIP_ON : CHIP_OFF)}>
          {value ? (
            <span className="max-w-60 truncate">
              {label}: <b className="font-semibold">{value}</b>
            </span>
          ) : (
            <>
              <Icon aria-hidden className="size-3.5" strokeWidth={1.75} />
              {label}
            </>
          )}
        </summary>
        <div className={POPOVER}>
          {children}
          <div className="mt-2 flex items-center justify-end gap-2 border-line border-t pt-2">
            <Button type="submit" look="secondary" compact>
              {adminMessages.apply}
            </Button>
          </div>
        </div>
      </details>
      {value && removable && <RemoveFilter label={label} names={names} />}
    </span>
  );
}

/** In the right end of a chip, which must be positioned. */
export function RemoveFilter({ label, names }: Pick<FilterChipProps, 'label' | 'names'>) {
  const toUrl = useListUrl();
  return (
    <Link
      to={toUrl(Object.fromEntries(names.map((name) => [name, undefined])))}
      aria-label={listMessages.removeFilter(label)}
      title={listMessages.removeFilter(label)}
      className="absolute top-0 right-0 grid size-[30px] place-items-center text-violet hover:text-violet-deep max-tablet:size-10"
    >
      <X aria-hidden className="size-3.5" />
    </Link>
  );
}

type Choices = {
  label: string;
  name: string;
  of: Record<string, string>;
  /** Label of no filter. */
  any?: string;
  /** The value that the list has without the parameter. */
  fallback?: string;
};

/** One of several values. */
export function ChoiceFilter({ label, name, of, any, fallback = '' }: Choices) {
  const [search] = useSearchParams();
  const value = search.get(name) || fallback;
  return (
    <FilterChip
      label={label}
      names={[name]}
      value={value ? (of[value] ?? value) : undefined}
      removable={value !== fallback}
    >
      <ChoiceFields label={label} name={name} of={of} any={any} fallback={fallback} />
    </FilterChip>
  );
}

/** Several rarely used filters behind one chip. */
export function MoreFilters({ of }: { of: Choices[] }) {
  const [search] = useSearchParams();
  const values = of.flatMap(({ name, of: labels }) => labels[search.get(name) ?? ''] ?? []);
  return (
    <FilterChip
      label={listMessages.moreFilters}
      names={of.map(({ name }) => name)}
      value={values.length > 0 ? values.join(', ') : undefined}
      icon={ListFilter}
    >
      <div className="grid gap-3">
        {of.map((choices) => (
          <ChoiceFields key={choices.name} {...choices} showLabel />
        ))}
      </div>
    </FilterChip>
  );
}

function ChoiceFields({ label, name, of, any, fallback = '', showLabel }: Choices & { showLabel?: boolean }) {
  const [search] = useSearchParams();
  const chosen = search.get(name) || fallback;
  const choices = any ? [['', any] as const, ...Object.entries(of)] : Object.entries(of);
  if (choices.length > RADIOS_MAX)
    return (
      <select name={name} aria-label={label} defaultValue={chosen} className={SELECT}>
        {choices.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    );
  return (
    <fieldset>
      <legend className={showLabel ? 'px-2 pb-1 font-semibold text-[13px]' : 'sr-only'}>{label}</legend>
      {choices.map(([value, text]) => (
        <label key={value} className={POPOVER_CHOICE}>
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            className="size-[18px] shrink-0 accent-violet"
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

type DateFilterProps = { label: string; from: string; to: string; errors: Record<string, string> };

/** First and last day; `from` and `to` are the labels of the fields with these names. */
export function DateFilter({ label, from, to, errors }: DateFilterProps) {
  const [search] = useSearchParams();
  const [first, last] = [search.get('from') ?? '', search.get('to') ?? ''];
  const value = first || last ? `${first || '…'} – ${last || '…'}` : undefined;
  return (
    <FilterChip label={label} names={['from', 'to']} value={value} open={Boolean(errors.from || errors.to)}>
      <div className="grid gap-3 p-2">
        <TextField label={from} type="date" name="from" defaultValue={first} error={errors.from} />
        <TextField label={to} type="date" name="to" defaultValue={last} error={errors.to} />
      </div>
    </FilterChip>
  );
}
