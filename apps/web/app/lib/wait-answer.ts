/** What came of asking to be told. */
export type WaitAnswer = { done?: true; email?: string; emailError?: string; failed?: string };
