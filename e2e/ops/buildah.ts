import { run } from './tools.ts';

/** Works without a container engine: commands run in a chroot, and layers are plain directories. */
export async function buildah(command: string, ...args: string[]) {
  const isolation = ['build', 'run'].includes(command) ? ['--isolation=chroot'] : [];
  const { stdout } = await run('buildah', ['--storage-driver=vfs', command, ...isolation, ...args]);
  return stdout.trim();
}
