/** Load shedding: a search rejected because too many are running. Clients must not retry immediately. */
export const SEARCH_BUSY = 'search_busy';

/** Position of the client's last write in the log of the database, while a replica may not have replayed it. */
export const LAST_WRITE_COOKIE = '__Host-crystalline_lsn';

/** The name of a new store. Its owner can change it in the store settings. */
export const STORE_NAME = 'Crystalline';

/** '{Section} | {Store}' */
export const pageTitle = (section: string, storeName: string) => `${section} | ${storeName}`;
