/** Load shedding: a search rejected because too many are running. Clients must not retry immediately. */
export const SEARCH_BUSY = 'search_busy';

export const STORE_NAME = 'Crystalline';

/** '{Section} | Crystalline'. */
export const pageTitle = (section: string) => `${section} | ${STORE_NAME}`;
