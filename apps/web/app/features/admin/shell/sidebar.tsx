import { adminMessages } from '@shop/contracts/admin/messages';
import { ADMIN_PAGES } from '@shop/contracts/admin/pages';
import { findMessages } from '@shop/contracts/find/messages';
import { roleLabels } from '@shop/contracts/identity/admin-messages';
import type { Staff } from '@shop/contracts/identity/schema';
import { Search } from 'lucide-react';
import { useId } from 'react';
import { Form, Link, NavLink } from 'react-router';
import { useCan } from '#features/admin/shared/staff.ts';
import { useStoreIdentity } from '#lib/store-identity.ts';
import { Mark } from '#ui/mark.tsx';

const LINE =
  'flex min-h-11 w-full items-center border-transparent border-l-2 px-6 text-action font-medium transition-colors hover:bg-paper/10 aria-[current=page]:border-mauve aria-[current=page]:bg-paper/10';

type Group = keyof typeof adminMessages.groups;
const GROUPS = Object.keys(adminMessages.groups) as Group[];

/** Permitted pages by group; below, the name and role of the staff member and the link to the store. */
export function Sidebar({ staff, onSearch }: { staff: Staff; onSearch?: () => void }) {
  const id = useId();
  const { storeName } = useStoreIdentity();
  const can = useCan();
  const pages = ADMIN_PAGES.flatMap(({ path, needs, menu }) => (menu && can(needs) ? [{ path, ...menu }] : []));
  return (
    <div className="flex min-h-full flex-col py-6">
      <p className="flex items-center gap-3 px-6 font-display text-tile">
        <Mark className="size-6 text-mauve" />
        {adminMessages.panel}
      </p>
      {onSearch && (
        <button
          type="button"
          onClick={onSearch}
          aria-keyshortcuts="Control+K Meta+K"
          className="mx-6 mt-5 flex min-h-11 items-center gap-3 rounded-control border border-paper/40 px-3 text-action transition-colors hover:bg-paper/10"
        >
          <Search aria-hidden className="size-5" strokeWidth={1.5} />
          {findMessages.open}
          <kbd aria-hidden className="ml-auto font-sans text-blush-deep text-small">
            {findMessages.hint}
          </kbd>
        </button>
      )}
      <nav aria-label={adminMessages.navigation} className="mt-6 grid gap-5">
        {GROUPS.map((group) => {
          const links = pages.filter((page) => page.group === group);
          // The settings group is never empty: it contains the logout button.
          if (links.length === 0 && group !== 'settings') return null;
          return (
            <section key={group} aria-labelledby={`${id}-${group}`}>
              <h2 id={`${id}-${group}`} className="eyebrow px-6 pb-1 text-mauve!">
                {adminMessages.groups[group]}
              </h2>
              <ul>
                {links.map(({ path, label }) => (
                  <li key={path}>
                    <NavLink to={path} end={path === '/admin'} className={LINE}>
                      {label}
                    </NavLink>
                  </li>
                ))}
                {group === 'settings' && <Logout />}
              </ul>
            </section>
          );
        })}
      </nav>
      <div className="mt-auto px-6 pt-6 text-small">
        <p className="wrap-anywhere font-semibold">{staff.name}</p>
        <p className="text-blush-deep">{roleLabels[staff.role]}</p>
        <Link to="/" className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4">
          {adminMessages.toShop}
          <span className="sr-only">, {storeName}</span>
        </Link>
      </div>
    </div>
  );
}

/** A POST form, so that a link cannot log the user out. */
function Logout() {
  return (
    <li>
      <Form method="post" action="/logout">
        <button type="submit" className={LINE}>
          {adminMessages.logout}
        </button>
      </Form>
    </li>
  );
}
