import { Skeleton } from '#components/ui/skeleton.tsx';

/** The shape of a notification: badge, title, message, age. */
export function NotificationSkeleton() {
  return (
    <div className="rounded-card border border-line p-4">
      <div className="flex items-center justify-between gap-4">
        <Skeleton className="h-6 w-20" />
        <Skeleton className="h-4 w-24" />
      </div>
      <Skeleton className="mt-4 h-5 w-1/2" />
      <Skeleton className="mt-2 h-4 w-4/5" />
    </div>
  );
}
