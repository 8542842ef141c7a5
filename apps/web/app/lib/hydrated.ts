import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts have taken over the page. Without them it stays as the server sent it. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
