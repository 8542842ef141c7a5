import { adminMessages } from '@shop/contracts/admin/messages';
import { useSearchParams } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';

/** Query parameters of the page that do not filter the list. */
const NO_FILTERS = ['after', 'delete', 'done', 'sort', 'columns', 'density'];

/** Downloads the filtered list as a file, directly from the API. */
export function ExportLink({ to, compact }: { to: string; compact?: boolean }) {
  const [search] = useSearchParams();
  const filter = new URLSearchParams([...search].filter(([name, value]) => !NO_FILTERS.includes(name) && value !== ''));
  return (
    <ButtonLink to={`${to}?${filter}`} reloadDocument download look="secondary" compact={compact}>
      {adminMessages.exportCsv}
    </ButtonLink>
  );
}
