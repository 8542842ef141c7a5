import { useFetcher } from 'react-router';
import { useToasts } from '#ui/toast.tsx';
import type { CartActionResult } from './cart-forms.ts';

/** A cart form that stays on the page and shows its result as toasts. Without JavaScript it leads to the cart. */
export function useCartForm(key?: string) {
  const fetcher = useFetcher<CartActionResult>({ key });
  useToasts(fetcher.data);
  return fetcher;
}
