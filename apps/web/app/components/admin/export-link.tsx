import { useSearchParams } from 'react-router';
import { ButtonLink } from '#components/ui/button.tsx';

/** What is asked for of the page itself, and not of the list on it. */
const NO_FILTERS = ['after', 'delete', 'done'];

/** What the list is narrowed to, as a file from the API itself. */
export function ExportLink({ to, children }: { to: string; children: string }) {
  const [search] = useSearchParams();
  const filter = new URLSearchParams([...search].filter(([name, value]) => !NO_FILTERS.includes(name) && value !== ''));
  return (
    <ButtonLink to={`${to}?${filter}`} reloadDocument download look="secondary">
      {children}
    </ButtonLink>
  );
}
