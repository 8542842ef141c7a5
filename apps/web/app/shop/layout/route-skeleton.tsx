import { type ReactNode, useEffect, useState } from 'react';
import { matchPath, useLocation, useNavigation } from 'react-router';
import { NotificationsSkeleton } from '#shop/notifications/notification-skeleton.tsx';
import { ProductSkeleton } from '#shop/product/product-skeleton.tsx';

const SLOW_MS = 150;
const SHAPES = [
  { path: '/product/:slug', Shape: ProductSkeleton },
  { path: '/notifications', Shape: NotificationsSkeleton },
];

/** Shows the current page until one of the next pages above loads slowly, then its skeleton. */
export function RouteSkeleton({ children }: { children: ReactNode }) {
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const shape = next === here ? undefined : SHAPES.find(({ path }) => matchPath(path, next));
  const slow = useSlow(shape !== undefined);

  useEffect(() => {
    if (slow) window.scrollTo(0, 0);
  }, [slow]);

  return (
    <>
      {slow && shape && <shape.Shape />}
      <div className={slow ? 'hidden' : 'contents'}>{children}</div>
    </>
  );
}

/** For a fast response, a skeleton would only flicker. */
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
