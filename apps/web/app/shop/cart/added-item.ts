import { useSyncExternalStore } from 'react';
import type { AddedItem } from './cart-forms.ts';

// Outside React, as toasts are: any form that adds to the cart opens the drawer.
let shown: AddedItem | null = null;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Null closes the drawer. */
export function showAddedItem(added: AddedItem | null) {
  shown = added;
  for (const listener of listeners) listener();
}

/** What the drawer shows; null while it is closed. */
export const useAddedItem = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
