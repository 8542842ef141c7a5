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
export const NAMED_SCHEMAS = {
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
