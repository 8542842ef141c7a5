import type { getSession } from '@shop/contracts/identity/operations';
import type { Session } from '@shop/contracts/identity/schema';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { readOperation } from './browser-api.ts';

type Visitor = {
  session: Session | null;
  signedIn: boolean;
  /** The session is not known yet: the page is starting, or a login is in progress. */
  loading: boolean;
  /** For updates by live notifications. */
  setUnreadCount: (unreadCount: number) => void;
};
const SessionContext = createContext<Visitor>({ session: null, signedIn: false, loading: true, setUnreadCount() {} });

type SessionProviderProps = {
  hasCookie: boolean;
  /** The root's loader data: new after every form submission, which may have changed the session. */
  asOf: unknown;
  children: ReactNode;
};

/**
 * Pages contain nothing personal, so that they can be cached: name and counts come with one small request after
 * hydration. Until then `hasCookie` decides between the guest's and the customer's header.
 */
export function SessionProvider({ hasCookie, asOf, children }: SessionProviderProps) {
  const [known, setKnown] = useState<{ session: Session; hasCookie: boolean }>();
  const [starting, setStarting] = useState(true);
  const { formMethod, formAction = '' } = useNavigation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: reloads for every `asOf`.
  useEffect(() => {
    const visit = new AbortController();
    readOperation<typeof getSession>('GET /session', {}, visit.signal)
      .then((session) => setKnown({ session, hasCookie }))
      .catch((error) => {
        if (!visit.signal.aborted) console.error(error);
      })
      .finally(() => {
        if (!visit.signal.aborted) setStarting(false);
      });
    return () => visit.abort();
  }, [hasCookie, asOf]);

  const setUnreadCount = (unreadCount: number) =>
    setKnown((known) => known && { ...known, session: { ...known.session, unreadCount } });

  // The session of a user who logged out must not be shown to the next one.
  const session = known?.hasCookie === hasCookie ? known.session : null;
  // A guest at checkout has a session, but no account.
  const signedIn = session ? session.user !== null && !session.user.guest : hasCookie;
  const signingIn = formMethod === 'POST' && /^\/(login|register)(\?|$)/.test(formAction);
  const loading = starting || signingIn;
  return <SessionContext value={{ session, signedIn, loading, setUnreadCount }}>{children}</SessionContext>;
}

export const useSession = () => useContext(SessionContext);
