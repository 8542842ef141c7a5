import type { CommonCode } from '@shop/contracts/common/operation';
import type { Problem } from '@shop/contracts/common/problem';
import { redirect } from 'react-router';

/** For a visitor who has neither a session nor a valid link to the order: where to find it instead. */
export const findOrderElsewhere = (orderId: string, { code }: Problem) =>
  redirect(
    code === ('order_link_expired' satisfies CommonCode)
      ? `/orders/${encodeURIComponent(orderId)}/new-link`
      : '/track-order',
  );
