import type { Staff } from '@shop/contracts/identity';
import { can, type Permission } from '@shop/contracts/permissions';
import { createContext, useContext } from 'react';

/** Who sits at the panel; the shell says it to every page in it. */
export const StaffContext = createContext<Staff | null>(null);

/** What they may do. The API decides; a page only does not offer what it would refuse. */
export function useCan() {
  const staff = useContext(StaffContext);
  return (permission: Permission) => can(staff, permission);
}
