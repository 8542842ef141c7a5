export type BackInStockResult = { done?: true; email?: string; emailError?: string; failed?: string };
