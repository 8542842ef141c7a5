import { listMessages, SORT_LABELS } from '@shop/contracts/catalog/list-messages';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { FILTER_FORM } from './filter-panel.tsx';

/** `defaultLabel` is the label of the default sort of the list. */
type SortSelectProps = { chosen: string; defaultLabel: string; onChange: () => void };

const { featured: _, ...OTHER_SORTS } = SORT_LABELS;

export function SortSelect({ chosen, defaultLabel, onChange }: SortSelectProps) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="shrink-0 text-ink-soft text-small max-desktop:hidden">
        {listMessages.sortBy}
      </span>
      <SelectField
        name="sortBy"
        form={FILTER_FORM}
        label={listMessages.sortBy}
        hideLabel
        className="max-desktop:flex-1 max-desktop:[&_select]:border-transparent max-desktop:[&_select]:font-semibold"
        defaultValue={chosen}
        onChange={onChange}
      >
        <option value="">{defaultLabel}</option>
        {Object.entries(OTHER_SORTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit" form={FILTER_FORM} look="secondary">
          {listMessages.applySort}
        </Button>
      </noscript>
    </div>
  );
}
