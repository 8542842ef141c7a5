/** The page this document was loaded as. Its security policy stays in force wherever the router leads from there. */
export const entryPath = typeof window === 'undefined' ? undefined : window.location.pathname;
