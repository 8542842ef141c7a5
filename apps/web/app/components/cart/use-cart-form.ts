import { useFetcher } from 'react-router';
import { useToasts } from '#components/ui/toast.tsx';
import type { CartActionResult } from '#lib/cart-forms.ts';

/** A form of the cart that leaves the page where it is, and says what came of it. Without scripts it leads to the cart. */
export function useCartForm(key?: string) {
  const fetcher = useFetcher<CartActionResult>({ key });
  useToasts(fetcher.data);
  return fetcher;
}
