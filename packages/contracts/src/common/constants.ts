/** Load shedding: a search rejected because too many are running. Clients must not retry immediately. */
export const SEARCH_BUSY = 'search_busy';

/** Position of the client's last write in the log of the database, while a replica may not have replayed it. */
export const LAST_WRITE_COOKIE = '__Host-crystalline_lsn';

/** The name of a new store. Its owner can change it in the store settings. */
export const STORE_NAME = 'Crystalline';

let nameInTitles: string = STORE_NAME;

/** A process serves one store: the root layout sets its name before any page title is rendered. */
export const setNameInTitles = (storeName: string) => {
  nameInTitles = storeName;
};

/** '{Section} | Crystalline'. */
export const pageTitle = (section: string) => `${section} | ${nameInTitles}`;

/** Our own text with the name of the store. Not for texts of users, which may contain the default name as a word. */
export const withStoreName = (text: string, storeName: string) => text.replaceAll(STORE_NAME, () => storeName);
