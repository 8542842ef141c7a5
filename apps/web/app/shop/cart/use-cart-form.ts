import { useEffect } from 'react';
import { useFetcher } from 'react-router';
import { useToasts } from '#ui/toast.tsx';
import { showAddedItem } from './added-item.ts';
import type { CartActionResult } from './cart-forms.ts';

/**
 * A cart form that stays on the page: an added item opens the cart drawer, everything else is shown as toasts. Without
 * JavaScript it leads to the cart.
 */
export function useCartForm(key?: string) {
  const fetcher = useFetcher<CartActionResult>({ key });
  const added = fetcher.data?.added;
  useToasts(fetcher.data);
  useEffect(() => {
    if (added) showAddedItem(added);
  }, [added]);
  return fetcher;
}
