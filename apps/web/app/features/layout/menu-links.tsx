import { logoutMessages } from '@shop/contracts/identity/auth-messages';
import { Form, NavLink } from 'react-router';

const LINE =
  'flex min-h-11 w-full items-center rounded-control px-3 text-action font-medium transition-colors hover:bg-violet-tint aria-[current=page]:bg-violet-tint';

type MenuLinksProps = { links: { to: string; label: string }[] };

export function MenuLinks({ links }: MenuLinksProps) {
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} className={LINE}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** A POST form: works without JavaScript, and a link cannot log the user out. */
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
