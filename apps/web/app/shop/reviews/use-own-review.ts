import type { getOwnReview } from '@shop/contracts/reviews/operations';
import type { OwnReview } from '@shop/contracts/reviews/schema';
import { useEffect, useState } from 'react';
import { readOperation } from '#lib/browser-api.ts';
import { useSession } from '#lib/session.tsx';

/**
 * The customer's review of a product and their votes; undefined for guests. The page is the same for all visitors, so
 * this is requested after it has loaded.
 */
export function useOwnReview(productId: string, isWritable: boolean) {
  const { session } = useSession();
  const [own, setOwn] = useState<OwnReview>();
  const userName = session?.user?.name;

  useEffect(() => {
    setOwn(undefined);
    if (userName === undefined || !isWritable) return;
    const visit = new AbortController();
    readOperation<typeof getOwnReview>(
      'GET /products/:product/own-review',
      { params: { product: productId } },
      visit.signal,
    )
      .then(setOwn)
      .catch((error) => {
        if (!visit.signal.aborted) console.error(error);
      });
    return () => visit.abort();
  }, [productId, userName, isWritable]);
  return own;
}
