/** `admin` is the specification's name for an owner: both have every permission. */
export const STAFF_ROLES = ['admin', 'owner', 'manager', 'packer', 'support', 'content', 'read-only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

type LimitedRole = Exclude<StaffRole, 'admin' | 'owner'>;

/** Permissions with the roles that have them besides owners. Every admin route requires one. */
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
  'content.read': ['manager', 'content', 'read-only'],
  'content.write': ['manager', 'content'],
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

/** Owners under either name; there must always be at least one. */
export const isOwner = (user: MaybeUser) => user?.role === 'admin' || user?.role === 'owner';
export const isStaff = (user: MaybeUser) => STAFF_ROLES.some((role) => role === user?.role);

export function can(user: MaybeUser, permission: Permission) {
  const allowedRoles: readonly string[] = PERMISSIONS[permission];
  return isOwner(user) || allowedRoles.includes(user?.role ?? '');
}

/** Maximum age of a session with admin access; then staff must log in again. */
export const STAFF_SESSION_HOURS = 12;
/** Maximum idle time of a session with admin access. */
export const STAFF_IDLE_HOURS = 2;
/** A session ends 30 days after the login, or after this idle time. */
export const IDLE_DAYS = 14;

/** In characters. */
export const STAFF_PASSWORD_MIN = 12;
