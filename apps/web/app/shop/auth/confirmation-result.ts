/** Result of requesting the email confirmation link again. */
export type EmailConfirmationResult = { sent?: string; failed?: string };
