import { isAdmin } from './identity-texts.ts';

/** Who works here. `admin` is the spec's name of an owner: both may do everything. */
export const STAFF_ROLES = ['admin', 'owner', 'manager', 'packer', 'support', 'content', 'read-only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

type Helper = Exclude<StaffRole, 'admin' | 'owner'>;

/** What can be done in the admin panel, and who may do it beside its owners. Every admin route names one of these. */
export const PERMISSIONS = {
  'panel.enter': ['manager', 'packer', 'support', 'content', 'read-only'],
  'analytics.see': ['manager', 'read-only'],
  'products.see': ['manager', 'packer', 'support', 'content', 'read-only'],
  'products.write': ['manager', 'content'],
  'stock.write': ['manager', 'packer'],
  'orders.see': ['manager', 'packer', 'support', 'read-only'],
  'orders.move': ['manager', 'packer'],
  'orders.refund': ['manager'],
  'orders.note': ['manager', 'packer', 'support'],
  'orders.mail': ['manager', 'support'],
  'orders.export': ['manager'],
  'customers.see': ['manager', 'support', 'read-only'],
  'customers.write': ['manager', 'support'],
  'tickets.see': ['manager', 'support', 'read-only'],
  'tickets.answer': ['manager', 'support'],
  'reviews.see': ['manager', 'support', 'content', 'read-only'],
  'reviews.moderate': ['manager', 'support', 'content'],
  'promotions.see': ['manager', 'content', 'read-only'],
  'promotions.write': ['manager'],
  'newsletter.see': ['manager', 'content', 'read-only'],
  'newsletter.write': ['manager', 'content'],
  'settings.see': ['manager', 'read-only'],
  'settings.write': [],
  'staff.write': [],
  'audit.see': ['manager', 'read-only'],
  'system.see': ['manager', 'read-only'],
  'system.mend': [],
} as const satisfies Record<string, readonly Helper[]>;
export type Permission = keyof typeof PERMISSIONS;

type Person = { role: string } | null | undefined;

/** Owners, under either name: one of them must always be left. */
export const isMaster = (person: Person) => isAdmin(person) || person?.role === 'owner';
export const isStaff = (person: Person) => STAFF_ROLES.some((role) => role === person?.role);

export function may(person: Person, permission: Permission) {
  const helpers: readonly string[] = PERMISSIONS[permission];
  return isMaster(person) || helpers.includes(person?.role ?? '');
}

/** For so long a session opens the panel; then whoever works here signs in again. */
export const STAFF_SESSION_HOURS = 12;
