/** Builds the image of the Containerfile from the tracked files, and unpacks it. */
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { buildBase, runtimeBase } from './base-images.ts';
import { buildah } from './buildah.ts';
import { ROOT, run } from './tools.ts';

const TAG = 'localhost/crystalline:check';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const ImageConfig = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Entrypoint: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
  Labels: z.record(z.string(), z.string()),
  Healthcheck: z.object({ Test: z.array(z.string()) }),
});
const Inspected = z.object({ Docker: z.object({ config: ImageConfig }) });
export type Image = Awaited<ReturnType<typeof buildImage>>;

/** Tracked files as they are in the work tree. */
async function copyTrackedFiles(directory: string) {
  const list = join(directory, '.files');
  const { stdout } = await run('git', ['ls-files', '-z', '--cached']);
  writeFileSync(
    list,
    stdout
      .split('\0')
      .filter((path) => path && existsSync(join(ROOT, path)))
      .join('\0'),
  );
  const archive = join(directory, '.files.tar');
  await run('tar', ['--null', '-T', list, '-cf', archive]);
  await run('tar', ['-xf', archive, '-C', directory]);
  for (const file of [list, archive]) rmSync(file);
}

/** npm's settings and cache of this machine, for the time of the build only. */
async function npmMounts(directory: string) {
  const cache = (await run('npm', ['config', 'get', 'cache'])).stdout.trim();
  const settings = join(directory, 'npmrc');
  writeFileSync(settings, `cafile=${CERTIFICATES}\ncache=/npm-cache\nprefer-offline=true\n`);
  return [`${CERTIFICATES}:${CERTIFICATES}:ro`, `${settings}:/root/.npmrc:ro`, `${cache}:/npm-cache`].flatMap(
    (mount) => ['--volume', mount],
  );
}

export async function buildImage() {
  const bases = [`BASE=${await buildBase()}`, `RUNTIME_BASE=${await runtimeBase()}`];
  const commit = (await run('git', ['rev-parse', 'HEAD'])).stdout.trim();
  const context = mkdtempSync(join(tmpdir(), 'crystalline-context-'));
  const settings = mkdtempSync(join(tmpdir(), 'crystalline-npm-'));
  const startedAt = performance.now();
  try {
    await copyTrackedFiles(context);
    const args = [...bases, `COMMIT=${commit}`].flatMap((value) => ['--build-arg', value]);
    const mounts = await npmMounts(settings);
    await buildah(
      'build',
      '--format=docker',
      '--layers=false',
      '--network=host',
      ...mounts,
      ...args,
      '--tag',
      TAG,
      context,
    );
  } finally {
    for (const directory of [context, settings]) rmSync(directory, { recursive: true, force: true });
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const { config } = Inspected.parse(JSON.parse(await buildah('inspect', '--type=image', TAG))).Docker;
  const directory = await unpack();
  const bytes = Number((await run('du', ['-sb', directory])).stdout.split('\t')[0]);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  return { directory, config, commit, seconds, megabytes: bytes / 1_000_000, remove };
}

/** Into a directory that other users can read: the storage of buildah is closed to them. */
async function unpack() {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-rootfs-'));
  const container = await buildah('from', '--pull-never', TAG);
  await run('cp', ['-a', `${await buildah('mount', container)}/.`, directory]);
  chmodSync(directory, 0o755);
  await buildah('rm', container);
  return directory;
}
