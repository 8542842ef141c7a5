import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server, until hydration, and without scripts. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
