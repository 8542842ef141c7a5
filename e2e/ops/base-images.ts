/**
 * Stand-ins for the two base images of the Containerfile, for machines that reach no image registry: Debian packages
 * and the Node that runs this program. The runtime one has the packages of distroless/cc and no shell.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildah } from './buildah.ts';
import { CACHE, findProgram, run } from './tools.ts';

const RELEASE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
const MOZILLA = 'usr/share/ca-certificates/mozilla';
/** Of ca-certificates only the certificates are needed. */
const NOT_NEEDED = ['usr/bin', 'usr/sbin', 'usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/perl5'];

async function debian(name: string, variant: string, packages: string[]) {
  const file = join(CACHE, `${name}.tar`);
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(file))
    await run('mmdebstrap', [`--variant=${variant}`, `--include=${packages.join()}`, RELEASE, file, MIRROR]);
  return file;
}

async function commit(tag: string, directory: string) {
  writeFileSync(
    join(directory, 'Containerfile'),
    'FROM scratch\nCOPY rootfs/ /\nENV PATH=/usr/local/bin:/usr/bin:/bin\n',
  );
  await buildah('build', '--layers=false', '--tag', tag, directory);
  return tag;
}

async function inDirectory<T>(work: (directory: string, rootfs: string) => Promise<T>) {
  const directory = mkdtempSync(join(tmpdir(), 'crystalline-base-'));
  const rootfs = join(directory, 'rootfs');
  mkdirSync(rootfs);
  try {
    return await work(directory, rootfs);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Node with npm and a shell. */
export const buildBase = () =>
  inDirectory(async (directory, rootfs) => {
    const file = await debian('build-base', 'essential', ['libstdc++6', 'ca-certificates']);
    await run('tar', ['-xf', file, '-C', rootfs, '--exclude=./dev/*']);
    cpSync(process.execPath, join(rootfs, 'usr/local/bin/node'));
    // The link npm leads to bin/npm-cli.js of its package.
    const npm = dirname(dirname(realpathSync(findProgram('npm'))));
    cpSync(npm, join(rootfs, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true });
    for (const name of ['npm', 'npx'])
      symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(rootfs, 'usr/local/bin', name));
    return commit('localhost/crystalline-build-base', directory);
  });

/** libc, libstdc++, certificates and time zones. */
export const runtimeBase = () =>
  inDirectory(async (directory, rootfs) => {
    const packages = ['base-files', 'libc6', 'libstdc++6', 'ca-certificates', 'tzdata', 'netbase'];
    const file = await debian('runtime-base', 'extract', packages);
    await run('tar', ['-xf', file, '-C', rootfs, '--exclude=./dev/*']);
    const certificates = readdirSync(join(rootfs, MOZILLA)).map((name) => readFileSync(join(rootfs, MOZILLA, name)));
    mkdirSync(join(rootfs, 'etc/ssl/certs'), { recursive: true });
    writeFileSync(join(rootfs, 'etc/ssl/certs/ca-certificates.crt'), Buffer.concat(certificates));
    for (const path of NOT_NEEDED) rmSync(join(rootfs, path), { recursive: true, force: true });
    return commit('localhost/crystalline-runtime-base', directory);
  });
