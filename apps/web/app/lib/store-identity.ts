import { NEW_STORE_IDENTITY } from '@shop/contracts/settings/constants';
import type { StoreIdentity } from '@shop/contracts/settings/schema';
import { useRouteLoaderData } from 'react-router';

/** Name, logo and seller, which the root loads; those of a new store where the root could not be loaded. */
export const useStoreIdentity = (): StoreIdentity =>
  useRouteLoaderData<{ store: StoreIdentity }>('root')?.store ?? NEW_STORE_IDENTITY;

/** The seller's address as lines, without empty ones. */
export const sellerAddress = ({ addressLine1, addressLine2, city, region, postalCode, country }: StoreIdentity) =>
  [addressLine1, addressLine2, [city, region, postalCode].filter(Boolean).join(', '), country].filter(Boolean);
