import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

const article = (path: string) => route(path, 'routes/storefront/article.tsx', { id: `article:${path}` });
const unknown = (path: string) => route(path, 'routes/unknown.tsx', { id: `unknown:${path}` });

export default [
  route('robots.txt', 'routes/files/robots.ts'),
  route('sitemap-pages.xml', 'routes/files/sitemap-pages.ts'),

  layout('routes/site.tsx', [
    index('routes/storefront/home.tsx'),
    route('newsletter', 'routes/storefront/newsletter.tsx'),
    route('back-in-stock', 'routes/storefront/back-in-stock.tsx'),
    route('products', 'routes/storefront/products.tsx'),
    route('product/:slug', 'routes/storefront/product.tsx'),
    route('categories', 'routes/storefront/categories.tsx'),
    route('search', 'routes/storefront/search.tsx'),
    route('cart', 'routes/storefront/cart.tsx'),
    article('about'),
    route('contact', 'routes/storefront/contact.tsx', { id: 'contact' }),
    route('track-order', 'routes/storefront/track-order.tsx'),
    article('faq'),
    article('shipping'),
    article('terms'),
    article('privacy'),
    route('support', 'routes/storefront/contact.tsx', { id: 'support' }),

    layout('routes/auth/frame.tsx', [
      route('login', 'routes/auth/login.tsx'),
      route('register', 'routes/auth/register.tsx'),
      route('forgot-password', 'routes/auth/forgot-password.tsx'),
      route('reset-password', 'routes/auth/reset-password.tsx'),
      route('confirm-email', 'routes/auth/confirm-email.tsx'),
      route('undo-email-change', 'routes/auth/undo-email-change.tsx'),
      route('logout', 'routes/auth/logout.tsx'),
      route('newsletter/confirm', 'routes/newsletter/confirm.tsx'),
      route('newsletter/unsubscribe', 'routes/newsletter/unsubscribe.tsx'),
    ]),

    layout('routes/account/customers-only.tsx', [
      route('checkout', 'routes/checkout/checkout.tsx'),
      route('checkout/:checkoutId/confirming', 'routes/checkout/confirming.tsx'),
      route('checkout/success/:orderId', 'routes/checkout/success.tsx'),
      route('product/:slug/review', 'routes/orders/review.tsx'),
      route('wishlist', 'routes/account/wishlist.tsx'),
      route('notifications', 'routes/account/notifications.tsx'),
      route('orders', 'routes/orders/orders.tsx'),
      route('orders/:orderId', 'routes/orders/order.tsx'),
      route('orders/:orderId/invoice', 'routes/orders/invoice.tsx'),
      layout('routes/account/layout.tsx', [
        route('account', 'routes/account/profile.tsx'),
        route('account/addresses', 'routes/account/addresses.tsx'),
        route('account/addresses/new', 'routes/account/new-address.tsx'),
        route('account/addresses/edit/:addressId', 'routes/account/edit-address.tsx'),
        route('account/email-confirmation', 'routes/account/email-confirmation.tsx'),
        route('account/settings', 'routes/account/settings.tsx'),
      ]),
      unknown('account/*'),
    ]),

    unknown('*'),
  ]),

  layout('routes/admin/staff-only.tsx', [
    route('admin', 'routes/admin/dashboard.tsx'),
    route('admin/analytics', 'routes/admin/analytics.tsx'),
    route('admin/products', 'routes/admin/products/products.tsx'),
    route('admin/products/new', 'routes/admin/products/new-product.tsx'),
    route('admin/products/import', 'routes/admin/products/import-products.tsx'),
    route('admin/products/imports/:importId', 'routes/admin/products/product-import.tsx'),
    route('admin/products/edit/:productId', 'routes/admin/products/edit-product.tsx'),
    route('admin/orders', 'routes/admin/orders/orders.tsx'),
    route('admin/orders/import', 'routes/admin/orders/order-import.tsx'),
    route('admin/orders/:orderId', 'routes/admin/orders/order.tsx'),
    route('admin/orders/batches/:batchId', 'routes/admin/orders/order-batch.tsx'),
    route('admin/customers', 'routes/admin/customers.tsx'),
    route('admin/customers/:customerId', 'routes/admin/customer.tsx'),
    route('admin/support-tickets', 'routes/admin/support-tickets.tsx'),
    route('admin/support-tickets/:ticketId', 'routes/admin/support-ticket.tsx'),
    route('admin/reviews', 'routes/admin/reviews.tsx'),
    route('admin/promotions', 'routes/admin/promotions.tsx'),
    route('admin/promotions/new', 'routes/admin/new-promotion.tsx'),
    route('admin/promotions/:discountCodeId', 'routes/admin/promotion.tsx'),
    route('admin/campaigns', 'routes/admin/campaigns.tsx'),
    route('admin/newsletter', 'routes/admin/newsletter.tsx'),
    route('admin/audit-log', 'routes/admin/audit-log.tsx'),
    route('admin/system', 'routes/admin/system.tsx'),
    route('admin/payments', 'routes/admin/payments.tsx'),
    route('admin/settings', 'routes/admin/settings.tsx'),
    unknown('admin/*'),
  ]),

  layout('routes/dev/development-only.tsx', [route('dev/ui', 'routes/dev/ui.tsx')]),
] satisfies RouteConfig;
