import { useEffect } from 'react';
import { recordView } from './viewed-products.ts';

/** Remembers the product in this browser, for the list of recently viewed ones. */
export function useRecordView(productId: string) {
  useEffect(() => recordView(productId), [productId]);
}
