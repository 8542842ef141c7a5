import { organizeMessages } from '@shop/contracts/catalog/taxonomy-messages';
import { NavLink } from 'react-router';
import { TAB, TAB_LINE, TABS } from '#admin/kit/view-tabs.tsx';

const LISTS = [
  { to: '/admin/collections', label: organizeMessages.collections },
  { to: '/admin/categories', label: organizeMessages.categories },
  { to: '/admin/brands', label: organizeMessages.brands },
  { to: '/admin/synonyms', label: organizeMessages.synonyms },
];

/** The tab line above the lists of categories, brands and collections. */
export function OrganizeTabs() {
  return (
    <nav aria-label={organizeMessages.label} className={TAB_LINE}>
      <ul className={TABS}>
        {LISTS.map(({ to, label }) => (
          <li key={to} className="shrink-0">
            <NavLink to={to} className={TAB}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
