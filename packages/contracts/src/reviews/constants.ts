/** Days after delivery until the customer is invited, once, to review their items. */
export const REVIEW_INVITATION_DAYS = 7;
