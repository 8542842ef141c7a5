import type { Tasks } from '#platform/queue/tasks.ts';
import { deleteOldGuestCarts } from './merge-queries.ts';

export const cartTasks: Tasks = {
  async delete_old_guest_carts(_payload, { db }) {
    await deleteOldGuestCarts(db);
  },
};
