import { pageTitle } from '@shop/contracts/common/constants';

/** Admin pages are not indexed by search engines. */
export const adminMeta = (title: string) => [{ title: pageTitle(title) }, { name: 'robots', content: 'noindex' }];
