import type { Tasks } from '#platform/queue/tasks.ts';
import { inviteToReview } from './invite.ts';

export const reviewTasks: Tasks = {
  invite_to_review: (_payload, { db }) => inviteToReview(db),
};
