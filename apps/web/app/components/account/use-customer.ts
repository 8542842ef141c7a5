import type { User } from '@shop/contracts/identity';
import { useOutletContext } from 'react-router';

/** Whose account this is. The layout of the area reads it anew after every change. */
export const useCustomer = () => useOutletContext<User>();
