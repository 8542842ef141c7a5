/** What became of a wish to get the link again that confirms the address. */
export type EmailConfirmationResult = { sent?: string; failed?: string };
