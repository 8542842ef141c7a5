import type { Permission } from '../common/permissions.ts';
import { adminMessages } from './messages.ts';

type AdminPage = {
  path: string;
  needs: Permission;
  /** Entry in the sidebar; pages without one are not listed there. */
  menu?: {
    group: keyof typeof adminMessages.groups;
    label: string;
    /** Other paths on which, and below which, this entry is the current one. */
    covers?: readonly string[];
  };
};

/** Every page of the admin panel with its required permission, in the order of the sidebar. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { path: '/admin', needs: 'admin.access', menu: { group: 'main', label: adminMessages.dashboard } },
  { path: '/admin/analytics', needs: 'analytics.read', menu: { group: 'main', label: adminMessages.analytics } },
  { path: '/admin/products', needs: 'products.read', menu: { group: 'management', label: adminMessages.products } },
  { path: '/admin/products/new', needs: 'products.write' },
  { path: '/admin/products/bulk-edit', needs: 'products.write' },
  { path: '/admin/products/import', needs: 'products.write' },
  { path: '/admin/products/imports/:importId', needs: 'products.write' },
  { path: '/admin/products/edit/:productId', needs: 'products.read' },
  { path: '/admin/products/:productId/preview', needs: 'products.read' },
  { path: '/admin/categories', needs: 'products.read' },
  { path: '/admin/categories/new', needs: 'products.write' },
  { path: '/admin/categories/:itemId', needs: 'products.read' },
  { path: '/admin/brands', needs: 'products.read' },
  { path: '/admin/brands/new', needs: 'products.write' },
  { path: '/admin/brands/:itemId', needs: 'products.read' },
  {
    path: '/admin/collections',
    needs: 'products.read',
    menu: {
      group: 'management',
      label: adminMessages.collections,
      covers: ['/admin/categories', '/admin/brands', '/admin/synonyms'],
    },
  },
  { path: '/admin/synonyms', needs: 'products.read' },
  { path: '/admin/collections/new', needs: 'products.write' },
  { path: '/admin/collections/:collectionId', needs: 'products.read' },
  { path: '/admin/demand', needs: 'analytics.read', menu: { group: 'management', label: adminMessages.demand } },
  { path: '/admin/orders', needs: 'orders.read', menu: { group: 'management', label: adminMessages.orders } },
  { path: '/admin/orders/import', needs: 'orders.update-status' },
  { path: '/admin/orders/at-risk', needs: 'orders.read' },
  { path: '/admin/orders/packing-slips', needs: 'orders.read' },
  { path: '/admin/orders/pick-list', needs: 'orders.read' },
  { path: '/admin/orders/:orderId', needs: 'orders.read' },
  { path: '/admin/orders/batches/:batchId', needs: 'orders.read' },
  { path: '/admin/returns', needs: 'orders.read', menu: { group: 'management', label: adminMessages.returns } },
  { path: '/admin/returns/reasons', needs: 'analytics.read' },
  { path: '/admin/returns/:returnId', needs: 'orders.read' },
  { path: '/admin/customers', needs: 'customers.read', menu: { group: 'management', label: adminMessages.customers } },
  { path: '/admin/customers/:customerId', needs: 'customers.read' },
  { path: '/admin/support-tickets', needs: 'tickets.read', menu: { group: 'support', label: adminMessages.tickets } },
  { path: '/admin/support-tickets/:ticketId', needs: 'tickets.read' },
  { path: '/admin/reviews', needs: 'reviews.read', menu: { group: 'support', label: adminMessages.reviews } },
  { path: '/admin/reviews/:reviewId', needs: 'reviews.read' },
  {
    path: '/admin/promotions',
    needs: 'promotions.read',
    menu: { group: 'marketing', label: adminMessages.discountCodes },
  },
  { path: '/admin/promotions/new', needs: 'promotions.write' },
  { path: '/admin/promotions/:discountCodeId', needs: 'promotions.write' },
  { path: '/admin/campaigns', needs: 'promotions.read', menu: { group: 'marketing', label: adminMessages.campaigns } },
  { path: '/admin/campaigns/new', needs: 'promotions.write' },
  { path: '/admin/campaigns/:campaignId', needs: 'promotions.read' },
  {
    path: '/admin/newsletter',
    needs: 'newsletter.read',
    menu: { group: 'marketing', label: adminMessages.newsletter },
  },
  { path: '/admin/pages', needs: 'content.read', menu: { group: 'marketing', label: adminMessages.contentPages } },
  { path: '/admin/pages/new', needs: 'content.write' },
  { path: '/admin/pages/:pageId', needs: 'content.read' },
  { path: '/admin/pages/:pageId/preview', needs: 'content.read' },
  {
    path: '/admin/online-store',
    needs: 'content.read',
    menu: { group: 'marketing', label: adminMessages.onlineStore },
  },
  { path: '/admin/online-store/announcement', needs: 'content.write' },
  { path: '/admin/online-store/blocks/:itemId', needs: 'content.write' },
  { path: '/admin/online-store/slides/:itemId', needs: 'content.write' },
  { path: '/admin/online-store/testimonials/:itemId', needs: 'content.write' },
  { path: '/admin/online-store/menus/:itemId', needs: 'content.write' },
  { path: '/admin/payments', needs: 'system.read', menu: { group: 'operation', label: adminMessages.payments } },
  { path: '/admin/audit-log', needs: 'audit.read', menu: { group: 'operation', label: adminMessages.auditLog } },
  { path: '/admin/system', needs: 'system.read', menu: { group: 'operation', label: adminMessages.system } },
  { path: '/admin/staff', needs: 'staff.write', menu: { group: 'settings', label: adminMessages.staff } },
  { path: '/admin/settings', needs: 'settings.read', menu: { group: 'settings', label: adminMessages.settings } },
];
