import { z } from 'zod';
import type { Tasks, TaskTools } from '#platform/queue/tasks.ts';
import { listImages, renderImage, requestMissingWidths } from './service.ts';

const Image = z.object({ key: z.string() });
const Position = z.object({ after: z.string().default('') });

/** After this time a job leaves the rest to another, so that new images and the end of a worker do not wait for it. */
const TIME_BUDGET_MS = 10_000;

export const mediaTasks: Tasks = {
  render_image: (payload, { disk }) => renderImage(disk, Image.parse(payload).key),
  render_missing_images: (payload, tools) => renderMissingImages(tools, Position.parse(payload).after),
};

/** The widths of all images without them: of an earlier release, restored from a backup, or stored by a process that died. */
async function renderMissingImages({ db, disk, log }: Pick<TaskTools, 'db' | 'disk' | 'log'>, after: string) {
  const deadline = performance.now() + TIME_BUDGET_MS;
  for (const key of await listImages(disk)) {
    if (key <= after) continue;
    // One damaged file must not keep the widths from all others.
    await renderImage(disk, key).catch((err: unknown) => log.error({ err, key }, 'Failed to render an image.'));
    if (performance.now() > deadline) return requestMissingWidths(db, key);
  }
}
