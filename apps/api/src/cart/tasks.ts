import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldGuestCarts } from './merge-queries.ts';
import { GUEST_DAYS } from './rules.ts';

export const cartTasks: Tasks = {
  async delete_old_guest_carts(_payload, { db }) {
    let more = true;
    while (more) more = await deleteOldGuestCarts(db, GUEST_DAYS);
  },
};
