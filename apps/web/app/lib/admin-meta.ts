import { pageTitle } from '@shop/contracts/site';

/** Pages of the panel are for nobody to find. */
export const adminMeta = (title: string) => [{ title: pageTitle(title) }, { name: 'robots', content: 'noindex' }];
