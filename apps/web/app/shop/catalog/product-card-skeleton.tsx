import { Skeleton } from '#ui/skeleton.tsx';

/** The shape of a product card: image, brand, name, stars, price, action. */
export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-[4/5]" />
      <div className="mt-1 flex h-11 items-center">
        <Skeleton className="h-3 w-24 max-w-full" />
      </div>
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="mt-2 h-4 w-28 max-w-full" />
      <Skeleton className="mt-2.5 h-5 w-20" />
      <div className="mt-0.5 flex h-11 items-center">
        <Skeleton className="h-4 w-24 max-w-full" />
      </div>
    </div>
  );
}
