import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { SelectField } from '#ui/form/field.tsx';

type ProductFiltersProps = { errors: Record<string, string>; categories: string[]; brands: string[] };

export function ProductFilters({ errors, categories, brands }: ProductFiltersProps) {
  const field = useFilterField(errors);
  return (
    <FilterBar>
      <SearchField label={messages.search} hint={messages.searchHint} {...field('q')} />
      <SelectField label={messages.category} {...field('category')}>
        <option value="">{messages.anyCategory}</option>
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <SelectField label={messages.brand} {...field('brand')}>
        <option value="">{messages.anyBrand}</option>
        {brands.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <ChoiceField label={messages.status} any={messages.anyStatus} of={messages.statuses} {...field('status')} />
      <ChoiceField label={messages.stock} any={messages.anyStock} of={messages.stockLevels} {...field('stock')} />
    </FilterBar>
  );
}
