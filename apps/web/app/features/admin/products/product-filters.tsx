import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { FilterBar } from '#features/admin/shared/filter-bar.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';

type ProductFiltersProps = { errors: Record<string, string>; categories: string[]; brands: string[] };

export function ProductFilters({ errors, categories, brands }: ProductFiltersProps) {
  const field = useFilterField(errors);
  return (
    <FilterBar>
      <TextField
        label={messages.search}
        hint={messages.searchHint}
        type="search"
        className="col-span-full"
        {...field('q')}
      />
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
      <SelectField label={messages.status} {...field('status')}>
        <option value="">{messages.anyStatus}</option>
        {Object.entries(messages.statuses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={messages.stock} {...field('stock')}>
        <option value="">{messages.anyStock}</option>
        {Object.entries(messages.stockLevels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </FilterBar>
  );
}
