import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { ChoiceFilter } from '#admin/kit/filter-chip.tsx';

type ProductFiltersProps = { categories: string[]; brands: string[] };

export const ProductFilters = ({ categories, brands }: ProductFiltersProps) => (
  <>
    <ChoiceFilter label={messages.category} name="category" any={messages.anyCategory} of={byName(categories)} />
    <ChoiceFilter label={messages.brand} name="brand" any={messages.anyBrand} of={byName(brands)} />
    <ChoiceFilter label={messages.status} name="status" any={messages.anyStatus} of={messages.statuses} />
    <ChoiceFilter label={messages.stock} name="stock" any={messages.anyStock} of={messages.stockLevels} />
  </>
);

const byName = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
