import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { PRODUCT_COLUMNS } from './layout.ts';

/** The shape of a product page: breadcrumbs, image, name, price, options, button. */
export function ProductSkeleton() {
  return (
    <SkeletonGroup className="page-width pb-12">
      <Skeleton className="my-3 h-5 w-64 max-w-full" />
      <div className={PRODUCT_COLUMNS}>
        <div>
          <Skeleton className="aspect-square" />
          <div className="mt-3 flex gap-3">
            <Skeleton className="size-18" />
            <Skeleton className="size-18" />
          </div>
        </div>
        <div>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="mt-4 h-10 w-4/5" />
          <Skeleton className="mt-5 h-5 w-40" />
          <Skeleton className="mt-5 h-6 w-28" />
          <Skeleton className="mt-12 h-12 w-3/5" />
          <Skeleton className="mt-6 h-12" />
        </div>
      </div>
    </SkeletonGroup>
  );
}
