import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';
import { PRODUCT_COLUMNS } from './product-layout.ts';

/** The shape of a product page: breadcrumbs, image, name, price, options, button. */
export function ProductSkeleton() {
  return (
    <SkeletonGroup className="page-width pb-12">
      <Skeleton className="my-3 h-5 w-64 max-w-full" />
      <div className={PRODUCT_COLUMNS}>
        <div className="grid grid-cols-1 content-start gap-5 desktop:grid-cols-[72px_minmax(0,1fr)]">
          <div className="grid content-start gap-3 max-desktop:hidden">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="aspect-4/5" />
          </div>
          <Skeleton className="aspect-4/5 max-tablet:-mx-4" />
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
