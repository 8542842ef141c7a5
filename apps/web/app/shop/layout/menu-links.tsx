import { logoutMessages } from '@shop/contracts/identity/auth-messages';
import { headerMessages } from '@shop/contracts/layout/messages';
import { Form, NavLink } from 'react-router';
import { shortCount } from './icon-link.tsx';

const LINE =
  'flex min-h-11 w-full items-center rounded-control px-3 text-action font-medium transition-colors hover:bg-violet-tint aria-[current=page]:bg-violet-tint';

type MenuLinksProps = {
  links: { to: string; label: string }[];
  /** Unread things by link; 0 is not shown. */
  counts?: Record<string, number>;
};

export function MenuLinks({ links, counts = {} }: MenuLinksProps) {
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={`${to} ${label}`}>
          <NavLink to={to} className={LINE}>
            {label}
            {(counts[to] ?? 0) > 0 && <UnreadCount count={counts[to] ?? 0} />}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** At the end of a menu line. */
export function UnreadCount({ count }: { count: number }) {
  const shown = shortCount(count);
  return (
    <span className="ml-auto rounded-full bg-violet px-2 py-0.5 font-semibold text-[12px] text-paper tabular-nums">
      <span aria-hidden>{shown}</span>
      <span className="sr-only">, {headerMessages.unread(shown)}</span>
    </span>
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
