/** What came of asking to be told. */
export type BackInStockResult = { done?: true; email?: string; emailError?: string; failed?: string };
