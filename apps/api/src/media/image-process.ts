/** The process of one image: see `runImageProcess`. */
import { setPriority } from 'node:os';
import { reencode, renderWidths } from './encoding.ts';

const JOBS = { reencode, renderWidths };
export type ImageJobs = typeof JOBS;
export type ImageJob = { name: keyof ImageJobs; bytes: Uint8Array };

/** Requests come first. */
setPriority(10);

process.once('message', async ({ name, bytes }: ImageJob) => {
  const result = await JOBS[name](bytes).then(
    (value) => ({ value }),
    (error: unknown) => ({ failed: String(error) }),
  );
  process.send?.(result, () => process.disconnect());
});
