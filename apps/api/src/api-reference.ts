/** The names of the API reference that no route declares. */
import { Cart, CartItem, WishlistItem } from '@shop/contracts/cart/schema';
import {
  Brand,
  Category,
  HeroSlide,
  Product,
  ProductDetail,
  Review,
  Suggestion,
  Variant,
} from '@shop/contracts/catalog/schema';
import { Problem } from '@shop/contracts/common/problem';
import { PersonalData } from '@shop/contracts/identity/personal-data-schema';
import { Address, OwnSession, Preferences, Session, User } from '@shop/contracts/identity/schema';
import { Subscription } from '@shop/contracts/newsletter/schema';
import { Campaign } from '@shop/contracts/notifications/admin-schema';
import { Notification, NotificationEvent } from '@shop/contracts/notifications/schema';
import { Order, TrackedOrder } from '@shop/contracts/orders/schema';

/** Schemas that become OpenAPI components; all others are inlined. */
const schemas = {
  Address,
  Brand,
  Campaign,
  Cart,
  CartItem,
  Category,
  HeroSlide,
  NotificationEvent,
  Notification,
  Order,
  OwnSession,
  PersonalData,
  Preferences,
  Problem,
  Product,
  ProductDetail,
  Review,
  Session,
  Subscription,
  Suggestion,
  TrackedOrder,
  User,
  Variant,
  WishlistItem,
};

/** In the order of the page. */
const tags = {
  Catalog: 'Products, categories, brands, search and back-in-stock alerts.',
  Reviews: 'Reviews by customers who have received a product.',
  Cart: 'The cart of a customer or guest. Every change returns the whole cart.',
  Wishlist: 'Products a customer has saved.',
  Checkout: 'From the cart to a paid order, and the webhook of the payment provider.',
  Orders: 'Orders of a customer, and their status.',
  Authentication: 'Registration, login and passwords.',
  'Two-factor authentication': 'Authentication codes and recovery codes.',
  Account: 'Profile, email address, preferences, sessions and personal data.',
  Addresses: 'Delivery addresses of a customer.',
  Notifications: 'Notifications of a customer, as a list and as a stream.',
  Newsletter: 'Subscribing and unsubscribing.',
  Support: 'Questions to the store.',
  'Store settings': 'What every client needs to know: tax, shipping and charge currency.',
  Analytics: 'Anonymous page view counts.',
  Images: 'Images by width and format, and uploads by staff.',
  Feeds: 'Sitemaps and the merchant feed.',
  Admin: 'The current staff member, and search across the admin panel.',
  'Admin: analytics': 'Dashboard, analytics and reports.',
  'Admin: products': 'Products, stock, imports and exports.',
  'Admin: orders': 'All orders: notes, refunds, emails and bulk updates.',
  'Admin: payments': 'Captured payments, refunds, reconciliation differences and disputes.',
  'Admin: customers': 'Customers, staff and their roles.',
  'Admin: reviews': 'Approving and rejecting reviews.',
  'Admin: support': 'Support tickets and replies.',
  'Admin: discount codes': 'Discount codes and their limits.',
  'Admin: newsletter': 'Newsletter subscribers.',
  Campaigns: 'Notifications to every customer who opted in.',
  'Admin: settings': 'The store settings.',
  'Admin: audit log': 'Who changed what, and when.',
  'Admin: system': 'System health and failed jobs.',
};

export const API_REFERENCE = { schemas, tags };
