import { text, uuid } from '#platform/database/row.ts';
import { all } from '#platform/database/sql.ts';

export const listCustomerNames = (orderIds: string[]) =>
  all('orders.listCustomerNames', { orderId: uuid, name: text })`
    select o.id as order_id, u.name from orders o join users u on u.id = o.user_id
     where o.id = any (${orderIds}::uuid[])`;
