import { can, PERMISSIONS, type Permission, STAFF_ROLES } from './permissions.ts';

/** Owners are listed once: `admin` is the other name of the role. */
export const MATRIX_ROLES = STAFF_ROLES.filter((role) => role !== 'admin');

type RoleAccess = 'full' | 'view' | 'none';
type MatrixRow = { permission: Permission; access: RoleAccess[] };

const ALL = Object.keys(PERMISSIONS) as Permission[];
const areaOf = (permission: Permission) => permission.split('.')[0];
const isRead = (permission: Permission) => permission.endsWith('.read');

/**
 * One row for each permission, with the access of MATRIX_ROLES in their order. In an area with a single other permission
 * reading has no row: the row of that permission says `view`. All roles can open the panel, so that has no row either.
 */
export const roleMatrix = (): MatrixRow[] =>
  ALL.filter((permission) => permission !== 'admin.access').flatMap((permission) => {
    const area = ALL.filter((other) => areaOf(other) === areaOf(permission));
    const isMerged = area.filter((other) => !isRead(other)).length === 1;
    if (isMerged && isRead(permission)) return [];
    const read = isMerged ? area.find(isRead) : undefined;
    return [{ permission, access: MATRIX_ROLES.map((role) => accessOf(role, permission, read)) }];
  });

function accessOf(role: string, permission: Permission, read: Permission | undefined): RoleAccess {
  if (can({ role }, permission)) return 'full';
  return read && can({ role }, read) ? 'view' : 'none';
}
