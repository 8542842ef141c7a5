import { can, type Permission } from '@shop/contracts/common/permissions';
import type { Staff } from '@shop/contracts/identity/schema';
import { createContext, useContext } from 'react';

/** The current staff member, provided by the shell. */
export const StaffContext = createContext<Staff | null>(null);

/** For hiding controls without permission; the API enforces permissions. */
export function useCan() {
  const staff = useContext(StaffContext);
  return (permission: Permission) => can(staff, permission);
}
