import { useSession } from '#lib/session.tsx';
import { AccountFrame } from '#shop/account/account-frame.tsx';
import { Skeleton, SkeletonGroup } from '#ui/skeleton.tsx';

/** The shape of a notification: icon, title, age, message. */
export function NotificationSkeleton() {
  return (
    <div className="flex gap-4 rounded-card border border-line border-l-[3px] p-4 tablet:p-5">
      <Skeleton className="size-11 shrink-0" />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-4">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-24" />
        </div>
        <Skeleton className="mt-3 h-4 w-4/5" />
      </div>
    </div>
  );
}

/** The shape of the notifications page. */
export function NotificationsSkeleton() {
  const { session } = useSession();
  return (
    <AccountFrame user={session?.user ?? null}>
      <SkeletonGroup>
        <Skeleton className="h-12 w-60 max-w-full" />
        <div className="mt-6 grid max-w-3xl gap-4">
          {['first', 'second', 'third', 'fourth'].map((place) => (
            <NotificationSkeleton key={place} />
          ))}
        </div>
      </SkeletonGroup>
    </AccountFrame>
  );
}
