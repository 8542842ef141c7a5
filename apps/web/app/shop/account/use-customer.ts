import type { User } from '@shop/contracts/identity/schema';
import { useOutletContext } from 'react-router';

/** The customer, from the account layout, which reloads it after every change. */
export const useCustomer = () => useOutletContext<User>();
