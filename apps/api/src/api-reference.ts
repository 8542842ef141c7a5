/** Schemas and tags of the API reference, which are declared once for all routes. */
import { Cart, CartItem, WishlistItem } from '@shop/contracts/cart/schema';
import { Collection } from '@shop/contracts/catalog/collections/schema';
import { Brand, Category, Product, ProductDetail, Review, Suggestion, Variant } from '@shop/contracts/catalog/schema';
import { Problem } from '@shop/contracts/common/problem';
import { HeroSlide } from '@shop/contracts/content/home-schema';
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
  Collection,
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

/** In the order in which the API reference lists them. */
const tags = {
  Catalog: 'Products, categories, brands, collections, search and back-in-stock alerts.',
  Reviews: 'Reviews by customers who have received a product.',
  Cart: 'The cart of a customer or guest. Every change returns the whole cart.',
  Wishlist: 'Products a customer has saved.',
  Checkout: 'From the cart to a paid order, and the webhook of the payment provider.',
  Orders: 'Orders of a customer, and their status.',
  Returns: 'Returns and exchanges of delivered items.',
  Gifts: 'The page of a gift, for its recipient: exchanges, and no prices.',
  Authentication: 'Registration, login and passwords.',
  'Guest checkout': 'Sessions that can buy without an account, and how they become one.',
  'Two-factor authentication': 'Authentication codes and recovery codes.',
  Account: 'Profile, email address, preferences, sessions and personal data.',
  Addresses: 'Delivery addresses of a customer.',
  Notifications: 'Notifications of a customer, as a list and as a stream.',
  Newsletter: 'Subscribing and unsubscribing.',
  Support: 'Opening a support ticket.',
  'Storefront content': 'Home page, announcement and menus.',
  'Store settings': 'What every client needs to know: seller, tax, shipping and charge currency.',
  Pages: 'Published pages of text.',
  Analytics: 'Anonymous page view counts.',
  Images: 'Images by width and format, and uploads by staff.',
  Feeds: 'Sitemaps and the merchant feed.',
  Admin: 'The current staff member, and search across the admin panel.',
  'Admin: analytics': 'Dashboard, analytics and reports.',
  'Admin: products': 'Products, stock, collections, imports and exports.',
  'Admin: categories and brands': 'Creating, editing, ordering, merging and deleting categories and brands.',
  'Admin: orders': 'All orders: shipments, notes, refunds, emails and bulk updates.',
  'Admin: search synonyms': 'Words that search treats as the same.',
  'Admin: returns': 'Authorizing, receiving, refunding and exchanging returned items.',
  'Admin: payments': 'Captured payments, refunds, reconciliation differences and disputes.',
  'Admin: customers': 'Customers, staff and their roles.',
  'Admin: staff': 'Staff members and invitations.',
  'Admin: reviews': 'Approving and rejecting reviews.',
  'Admin: support': 'Support tickets and replies.',
  'Admin: discount codes': 'Discount codes and their limits.',
  'Admin: pages': 'Pages of text: drafts, versions and outdated figures.',
  'Admin: newsletter': 'Newsletter subscribers.',
  'Admin: online store': 'Home page, hero slides, testimonials, announcement bar and menus.',
  'Admin: campaigns': 'Emails and notifications to customers who opted in and to newsletter subscribers.',
  'Admin: settings': 'The store settings.',
  'Admin: set-up guide': 'Steps from an empty store to the first sale, checked against the data.',
  'Admin: saved views': 'Filters and sort orders of the lists, under a name and shared by role.',
  'Admin: audit log': 'Who changed what, and when.',
  'Admin: system': 'System health and failed jobs.',
};

export const API_REFERENCE = { schemas, tags };
