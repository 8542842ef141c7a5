import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { paymentStatusLabels, statusLabels } from '@shop/contracts/orders/messages';
import { ChoiceField } from '#features/admin/shared/choice-field.tsx';
import { FilterBar, SearchField } from '#features/admin/shared/filter-bar.tsx';
import { useFilterField } from '#features/admin/shared/use-filter-field.ts';
import { TextField } from '#ui/form/field.tsx';

export function OrderFilters({ errors }: { errors: Record<string, string> }) {
  const field = useFilterField(errors);
  return (
    <FilterBar>
      <SearchField label={adminOrderMessages.search} hint={adminOrderMessages.searchHint} {...field('q')} />
      <ChoiceField
        label={adminOrderMessages.status}
        any={adminOrderMessages.anyStatus}
        of={statusLabels}
        {...field('status')}
      />
      <ChoiceField
        label={adminOrderMessages.payment}
        any={adminOrderMessages.anyPayment}
        of={{ ...paymentStatusLabels, due: adminOrderMessages.due }}
        {...field('payment')}
      />
      <TextField label={adminOrderMessages.from} type="date" {...field('from')} />
      <TextField label={adminOrderMessages.to} type="date" {...field('to')} />
    </FilterBar>
  );
}
