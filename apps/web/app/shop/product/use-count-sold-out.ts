import type { ProductDetail } from '@shop/contracts/catalog/schema';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { sendPageView } from '#lib/reports/page-views.ts';
import { available, mostAvailable, optionValuesIn, selectionOf } from './variants.ts';

type Product = Pick<ProductDetail, 'id' | 'inStock' | 'options' | 'variants'>;

/** Counts views of a sold-out product, and choices of a sold-out size or option. */
export function useCountSoldOut(product: Product) {
  const [params] = useSearchParams();
  const chosen = optionValuesIn(product, params);
  const { variant } = selectionOf(product, chosen);
  const isSoldOut = mostAvailable(product, product.variants) === 0;
  const refusedId = variant && chosen.length > 0 && available(product, variant) === 0 ? variant.id : undefined;
  useEffect(() => {
    if (isSoldOut) sendPageView({ counter: 'soldOutProducts', id: product.id });
  }, [isSoldOut, product.id]);
  useEffect(() => {
    if (refusedId) sendPageView({ counter: 'soldOutVariants', id: refusedId });
  }, [refusedId]);
}
