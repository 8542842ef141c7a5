import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { paymentStatusLabels, statusLabels } from '@shop/contracts/orders/messages';
import { ChoiceField } from '#components/admin/choice-field.tsx';
import { FilterBar } from '#components/admin/filter-bar.tsx';
import { useFilterField } from '#components/admin/use-filter-field.ts';
import { TextField } from '#components/ui/field.tsx';

export function OrderFilters({ errors }: { errors: Record<string, string> }) {
  const field = useFilterField(errors);
  return (
    <FilterBar>
      <TextField
        label={adminOrderMessages.search}
        hint={adminOrderMessages.searchHint}
        type="search"
        className="col-span-full"
        {...field('q')}
      />
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
