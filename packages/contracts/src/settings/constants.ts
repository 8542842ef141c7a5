import { STORE_NAME } from '../common/constants.ts';
import type { StoreProfile } from './schema.ts';

/** The identity of a store whose owner has not entered anything yet. */
export const NEW_STORE_PROFILE: StoreProfile = {
  storeName: STORE_NAME,
  logo: null,
  contactEmail: null,
  contactPhone: '',
  legalName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  taxNumber: '',
  registrationNumber: '',
  timeZone: 'UTC',
};
