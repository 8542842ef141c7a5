import { headerMessages } from '@shop/contracts/layout/messages';

type SiteLink = { to: string; label: string };

export const GUEST_LINKS: SiteLink[] = [
  { to: '/login', label: headerMessages.login },
  { to: '/register', label: headerMessages.register },
];

export const NOTIFICATIONS_LINK: SiteLink = { to: '/notifications', label: headerMessages.notifications };

export const ACCOUNT_LINKS: SiteLink[] = [
  { to: '/account', label: headerMessages.account },
  { to: '/orders', label: headerMessages.orders },
  NOTIFICATIONS_LINK,
];

export const WISHLIST_LINK: SiteLink = { to: '/wishlist', label: headerMessages.wishlist };
export const ADMIN_LINK: SiteLink = { to: '/admin', label: headerMessages.admin };
