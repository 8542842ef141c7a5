import { adminOrderMessages } from '@shop/contracts/admin-orders-texts';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '#components/ui/button.tsx';

/** What the list is narrowed to, as a file from the API itself. */
export function ExportLink() {
  const [search] = useSearchParams();
  const filter = new URLSearchParams([...search].filter(([name, value]) => name !== 'after' && value !== ''));
  return (
    <ButtonLink to={`/api/admin/orders/export?${filter}`} reloadDocument download look="secondary">
      {adminOrderMessages.export}
    </ButtonLink>
  );
}
