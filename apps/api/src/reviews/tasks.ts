import type { Tasks } from '#platform/queue/tasks.ts';
import { inviteToReview } from './invite.ts';
import { deleteUnusedPhotos } from './photos.ts';

export const reviewTasks: Tasks = {
  invite_to_review: (_payload, { db }) => inviteToReview(db),
  delete_review_photos: (_payload, { db, disk }) => deleteUnusedPhotos(db, disk),
};
