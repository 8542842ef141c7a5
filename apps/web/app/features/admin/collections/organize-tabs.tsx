import { organizeMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { NavLink } from 'react-router';

const TABS = [
  { to: '/admin/collections', label: organizeMessages.collections },
  { to: '/admin/categories', label: organizeMessages.categories },
  { to: '/admin/brands', label: organizeMessages.brands },
];

/** The tab line above the lists of categories, brands and collections. */
export function OrganizeTabs() {
  return (
    <nav aria-label={organizeMessages.label} className="mb-4 overflow-x-auto border-line border-b">
      <ul className="flex gap-6">
        {TABS.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              className="inline-flex min-h-11 items-center border-transparent border-b-2 text-small transition-colors hover:text-violet aria-[current=page]:border-violet aria-[current=page]:font-semibold aria-[current=page]:text-violet-deep"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
