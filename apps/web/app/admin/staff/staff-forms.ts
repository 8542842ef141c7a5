import { NewInvitation } from '@shop/contracts/identity/staff-schema';

/** Drops the fields `intent` and `key` of the form. */
export const InvitationForm = NewInvitation.strip();
