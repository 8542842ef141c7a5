import { headerMessages } from '@shop/contracts/layout/messages';

type SiteLink = { to: string; label: string };

export const SHOP_LINKS: SiteLink[] = [
  { to: '/products', label: headerMessages.shop },
  { to: '/categories', label: headerMessages.categories },
  { to: '/about', label: headerMessages.about },
  { to: '/contact', label: headerMessages.contact },
];

export const GUEST_LINKS: SiteLink[] = [
  { to: '/login', label: headerMessages.login },
  { to: '/register', label: headerMessages.register },
];

export const ACCOUNT_LINKS: SiteLink[] = [
  { to: '/account', label: headerMessages.account },
  { to: '/orders', label: headerMessages.orders },
  { to: '/notifications', label: headerMessages.notifications },
];

export const WISHLIST_LINK: SiteLink = { to: '/wishlist', label: headerMessages.wishlist };
export const ADMIN_LINK: SiteLink = { to: '/admin', label: headerMessages.admin };
