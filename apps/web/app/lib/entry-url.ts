/** The path this document was loaded from. Its content security policy stays in force during client-side navigation. */
export const entryPath = typeof window === 'undefined' ? undefined : window.location.pathname;
