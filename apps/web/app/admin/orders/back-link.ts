const LONGEST = 500;
const ORDER_LIST = /^\/admin\/orders(?:\?[\w.~%&=+*-]*)?$/;

/** The list the reader came from, as `?from=` names it: only a view of the order list, never another site. */
export const orderListUrl = (from: string | null) =>
  from !== null && from.length <= LONGEST && ORDER_LIST.test(from) ? from : '/admin/orders';
