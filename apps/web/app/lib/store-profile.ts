import { NEW_STORE_PROFILE } from '@shop/contracts/settings/constants';
import type { StoreProfile } from '@shop/contracts/settings/schema';
import { useRouteLoaderData } from 'react-router';

/** Name, logo and seller, which the root loads; those of a new store where the root could not be loaded. */
export const useStoreProfile = (): StoreProfile =>
  useRouteLoaderData<{ store: StoreProfile }>('root')?.store ?? NEW_STORE_PROFILE;

/** The seller's address as lines, without empty ones. */
export const sellerAddress = ({ addressLine1, addressLine2, city, region, postalCode, country }: StoreProfile) =>
  [addressLine1, addressLine2, [city, region, postalCode].filter(Boolean).join(', '), country].filter(Boolean);
