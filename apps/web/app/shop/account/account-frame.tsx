import type { ReactNode } from 'react';
import { AccountNav } from './account-nav.tsx';

type AccountFrameProps = {
  /** Null while it loads. */
  user: { role: string } | null;
  /** For pages without a first-level heading of their own. */
  heading?: string;
  /** Conversations with unread replies. */
  unreadMessages?: number;
  children: ReactNode;
};

/** The account area: the side menu on the left, on phones a row above the page. */
export function AccountFrame({ user, heading, unreadMessages = 0, children }: AccountFrameProps) {
  return (
    <div className="page-width pt-8 pb-16 tablet:pt-12 desktop:pb-24">
      {heading && <h1 className="mb-6 font-display text-h1 tablet:mb-8">{heading}</h1>}
      <div className="grid grid-cols-1 gap-8 print:block tablet:grid-cols-[12rem_minmax(0,1fr)] desktop:grid-cols-[15rem_minmax(0,1fr)] desktop:gap-12">
        <AccountNav user={user} unreadMessages={unreadMessages} />
        <div className="min-w-0">{children}</div>
      </div>
    </div>
  );
}
