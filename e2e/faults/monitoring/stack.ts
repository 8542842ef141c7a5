/** Prometheus, Alertmanager, both exporters and a receiver of alerts, for the processes of one store. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/shop.ts';
import { FACTOR, writeAlertmanager, writePrometheus } from './configuration.ts';
import { installMonitoring, startProgram } from './programs.ts';
import { startReceiver } from './receiver.ts';
import { startTlsFront } from './tls-front.ts';

/** How full the disks of this machine are is no part of the test. */
const ONLY_TMPFS = '--collector.filesystem.fs-types-exclude=^([^t].*|t[^m].*)$';

/** Of its timeout, the scrape timeout, blackbox exporter reserves half a second: the whole of a shortened one. */
const TIMEOUT_OFFSET = `--timeout-offset=${0.5 / FACTOR}`;

type StorePorts = { api: number; worker: number; web: number; public: number };

export async function startMonitoring(store: StorePorts) {
  installMonitoring();
  const directory = mkdtempSync(join(tmpdir(), 'shop-monitoring-'));
  const [node, blackbox, alertmanager, prometheus] = await Promise.all(Array.from({ length: 4 }, freePort));
  const [tls, hook] = await Promise.all([freePort(), freePort()]);
  if (!node || !blackbox || !alertmanager || !prometheus) throw new Error('No free port.');
  const listen = (port: number) => `--web.listen-address=127.0.0.1:${port}`;
  const url = (port: number) => `http://127.0.0.1:${port}`;
  const receiver = await startReceiver(hook);
  const front = await startTlsFront(directory, tls, store.public);
  const disk = mountDisk(join(directory, 'disk'));
  writeBackupTime(directory);
  const config = writePrometheus(directory, { ...store, node, blackbox, alertmanager }, `https://localhost:${tls}/`);

  const programs = [
    await startProgram(
      'prometheus-node-exporter',
      [`--collector.textfile.directory=${directory}`, ONLY_TMPFS, '--no-collector.systemd', listen(node)],
      { ready: url(node) },
    ),
    await startProgram(
      'prometheus-blackbox-exporter',
      [`--config.file=${join(directory, 'blackbox.yml')}`, TIMEOUT_OFFSET, listen(blackbox)],
      { ready: url(blackbox), env: { SSL_CERT_FILE: front.authorities } },
    ),
    await startProgram(
      'prometheus-alertmanager',
      [
        `--config.file=${writeAlertmanager(directory, url(hook))}`,
        `--storage.path=${join(directory, 'alertmanager')}`,
        `--cluster.listen-address=`,
        listen(alertmanager),
      ],
      { ready: `${url(alertmanager)}/-/ready` },
    ),
    await startProgram(
      'prometheus',
      [`--config.file=${config}`, `--storage.tsdb.path=${join(directory, 'data')}`, listen(prometheus)],
      { ready: `${url(prometheus)}/-/ready` },
    ),
  ];
  return {
    prometheusUrl: url(prometheus),
    received: receiver.received,
    front,
    disk,
    async stopMonitoring() {
      for (const program of programs.toReversed()) await program.stop();
      receiver.stop();
      front.stop();
      disk.unmount();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A file system of 8 MB that node exporter sees as any other disk. Mounting needs root. */
function mountDisk(path: string) {
  mkdirSync(path);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path]);
  const file = join(path, 'file');
  return {
    path,
    fill: () => writeFileSync(file, Buffer.alloc(7.8 * 1024 * 1024)),
    empty: () => rmSync(file),
    unmount: () => execFileSync('umount', [path]),
  };
}

/** What the backup service writes after each backup. */
const writeBackupTime = (directory: string) =>
  writeFileSync(
    join(directory, 'backup.prom'),
    `# TYPE backup_last_success_timestamp_seconds gauge\nbackup_last_success_timestamp_seconds ${Date.now() / 1_000}\n`,
  );
