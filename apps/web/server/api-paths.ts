/** What the API answers under the site's own address. */
export const API_PATHS = ['/api', '/media', '/feeds', '/sitemap.xml', '/sitemap-products.xml'];
