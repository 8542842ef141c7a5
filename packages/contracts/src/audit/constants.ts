import type { Permission } from '../common/permissions.ts';
import type { AuditAction } from './messages.ts';

/** After this time a change can no longer be undone; as for products. */
export const ENTRY_UNDO_DAYS = 30;

/** The actions that can be undone from the log, with the permission of the action. */
export const UNDO_PERMISSIONS = {
  'product.create': 'products.write',
  'product.update': 'products.write',
  'product.delete': 'products.write',
  'collection.create': 'products.write',
  'collection.save': 'products.write',
  'collection.products': 'products.write',
  'collection.delete': 'products.write',
  'synonyms.create': 'products.write',
  'synonyms.save': 'products.write',
  'synonyms.delete': 'products.write',
  'discount_code.create': 'promotions.write',
  'discount_code.save': 'promotions.write',
  'discount_code.start': 'promotions.write',
  'discount_code.stop': 'promotions.write',
  'settings.save': 'settings.write',
  'review.moderate': 'reviews.moderate',
  'review.reply': 'reviews.moderate',
  'customer.role': 'staff.write',
  'page.create': 'content.write',
  'page.save_draft': 'content.write',
  'page.discard_draft': 'content.write',
  'page.publish': 'content.write',
  'page.restore': 'content.write',
  'page.delete': 'content.write',
} as const satisfies Partial<Record<AuditAction, Permission>>;
type UndoableAction = keyof typeof UNDO_PERMISSIONS;

export const isUndoableAction = (action: string): action is UndoableAction => Object.hasOwn(UNDO_PERMISSIONS, action);

/** As for the change itself: the owner confirms it with their password. */
export const needsPassword = (action: string) => action === 'customer.role';
