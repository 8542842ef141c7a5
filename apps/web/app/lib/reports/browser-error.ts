export type BrowserErrorType = 'error' | 'rejection';
