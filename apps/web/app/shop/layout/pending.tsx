import { identityMessages } from '@shop/contracts/identity/auth-messages';
import { useLocation, useNavigation } from 'react-router';
import { isProtected } from '#lib/protected-paths.ts';

/** A thin bar during a navigation, and a text while the session for a guarded page is checked. */
export function Pending() {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const waitsForSession = location && isProtected(location.pathname) && !isProtected(pathname);

  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50">
      {state !== 'idle' && (
        <div className="h-0.5 animate-fade bg-violet [animation-delay:200ms] [animation-fill-mode:backwards]" />
      )}
      {waitsForSession && (
        <p className="mx-auto mt-2 w-fit rounded-control bg-paper px-4 py-2 text-small shadow-2">
          {identityMessages.loading}
        </p>
      )}
    </div>
  );
}
