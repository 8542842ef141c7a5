import { type ReactNode, useEffect, useState } from 'react';
import { matchPath, useLocation, useNavigation } from 'react-router';
import { ProductSkeleton } from '#components/product/product-skeleton.tsx';

const SLOW_MS = 150;

/** The page one is on, until a product is long in coming: then the shape of what will stand there. */
export function Arriving({ children }: { children: ReactNode }) {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const slow = useSlow(next !== here && matchPath('/product/:slug', next) !== null);

  useEffect(() => {
    if (slow) window.scrollTo(0, 0);
  }, [slow]);

  return (
    <>
      {slow && <ProductSkeleton />}
      <div className={slow ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}

/** A quick answer needs no skeleton: it would only flicker. */
function useSlow(waiting: boolean) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return slow;
}
