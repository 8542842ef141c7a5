import { isAdmin } from './identity-texts.ts';

/** Who works here. `admin` is the spec's name of an owner: both may do everything. */
export const STAFF_ROLES = ['admin', 'owner', 'manager', 'packer', 'support', 'content', 'read-only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

type LimitedRole = Exclude<StaffRole, 'admin' | 'owner'>;

/** What can be done in the admin panel, and who may do it beside its owners. Every admin route names one of these. */
export const PERMISSIONS = {
  'admin.access': ['manager', 'packer', 'support', 'content', 'read-only'],
  'analytics.read': ['manager', 'read-only'],
  'products.read': ['manager', 'packer', 'support', 'content', 'read-only'],
  'products.write': ['manager', 'content'],
  'stock.write': ['manager', 'packer'],
  'orders.read': ['manager', 'packer', 'support', 'read-only'],
  'orders.update-status': ['manager', 'packer'],
  'orders.refund': ['manager'],
  'orders.note': ['manager', 'packer', 'support'],
  'orders.resend-email': ['manager', 'support'],
  'orders.export': ['manager'],
  'customers.read': ['manager', 'support', 'read-only'],
  'customers.write': ['manager', 'support'],
  'tickets.read': ['manager', 'support', 'read-only'],
  'tickets.reply': ['manager', 'support'],
  'reviews.read': ['manager', 'support', 'content', 'read-only'],
  'reviews.moderate': ['manager', 'support', 'content'],
  'promotions.read': ['manager', 'content', 'read-only'],
  'promotions.write': ['manager'],
  'newsletter.read': ['manager', 'content', 'read-only'],
  'newsletter.write': ['manager', 'content'],
  'settings.read': ['manager', 'read-only'],
  'settings.write': [],
  'staff.write': [],
  'audit.read': ['manager', 'read-only'],
  'system.read': ['manager', 'read-only'],
  'system.manage': [],
} as const satisfies Record<string, readonly LimitedRole[]>;
export type Permission = keyof typeof PERMISSIONS;

type MaybeUser = { role: string } | null | undefined;

/** Owners, under either name: one of them must always be left. */
export const isOwner = (user: MaybeUser) => isAdmin(user) || user?.role === 'owner';
export const isStaff = (user: MaybeUser) => STAFF_ROLES.some((role) => role === user?.role);

export function can(user: MaybeUser, permission: Permission) {
  const allowedRoles: readonly string[] = PERMISSIONS[permission];
  return isOwner(user) || allowedRoles.includes(user?.role ?? '');
}

/** For so long a session opens the panel; then whoever works here signs in again. */
export const STAFF_SESSION_HOURS = 12;
/** Or until it was not used for so long. */
export const STAFF_IDLE_HOURS = 2;
/** A session ends 30 days after the login, or when it was not used for so long. */
export const IDLE_DAYS = 14;
