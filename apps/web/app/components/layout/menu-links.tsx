import { logoutMessages } from '@shop/contracts/identity-texts';
import { Form, NavLink } from 'react-router';
import { useIsOpen } from '#lib/coming.ts';

const LINE =
  'flex min-h-11 w-full items-center rounded-control px-3 text-action font-medium transition-colors hover:bg-violet-tint aria-[current=page]:bg-violet-tint';

type MenuLinksProps = { links: { to: string; label: string }[] };

/** The open ones of these pages as the lines of a menu. */
export function MenuLinks({ links }: MenuLinksProps) {
  const isOpen = useIsOpen();
  return (
    <ul>
      {links
        .filter(({ to }) => isOpen(to))
        .map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} className={LINE}>
              {label}
            </NavLink>
          </li>
        ))}
    </ul>
  );
}

/** The last line of a menu: a form, so that it works without JavaScript and no link can do it by itself. */
export function MenuLogout() {
  return (
    <Form method="post" action="/logout">
      <hr className="mx-3 my-2 border-line border-t" />
      <button type="submit" className={LINE}>
        {logoutMessages.submit}
      </button>
    </Form>
  );
}
