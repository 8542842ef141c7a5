import { Skeleton } from '#ui/skeleton.tsx';

/** The shape of a product card: image, brand, name, stars, price. */
export function ProductCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-square" />
      <Skeleton className="mt-4 h-3 w-24" />
      <Skeleton className="mt-2.5 h-5 w-4/5" />
      <Skeleton className="mt-3 h-4 w-28" />
      <Skeleton className="mt-3 h-5 w-20" />
    </div>
  );
}
