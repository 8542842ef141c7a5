/** A mailed link works for whoever holds it, and a log is read by many. */
export const addressForLogs = (url: string) => url.replace(/\btoken=[^&#]*/gi, 'token=…');
