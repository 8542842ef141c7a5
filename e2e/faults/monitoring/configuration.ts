/** Copies of the files of ops/ in which all times are shorter by one factor, with the addresses of this test. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@shop/contracts/common/time';
import { fillTemplate } from '../../support/fill-template.ts';

const OPS = fileURLToPath(new URL('../../../ops/', import.meta.url));

/** 15 seconds between two scrapes become 750 ms, 5 minutes become 15 seconds. */
export const FACTOR = 20;

const UNIT_MS: Record<string, number> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

const shorten = (duration: string) =>
  `${Math.round((Number.parseInt(duration, 10) * (UNIT_MS[duration.at(-1) ?? ''] ?? 0)) / FACTOR)}ms`;

/** Ranges, offsets, and the settings whose value is a duration. Thresholds stay: they are ages of real things. */
const shortenTimes = (text: string) =>
  text
    .replace(/\[(\d+[smhd])\]/g, (_, range: string) => `[${shorten(range)}]`)
    .replace(/(offset )(\d+[smhd])\b/g, (_, before: string, offset: string) => before + shorten(offset))
    .replace(
      /((?:for|interval|scrape_interval|scrape_timeout|evaluation_interval|group_wait|group_interval|repeat_interval): )(\d+[smhd])$/gm,
      (_, before: string, duration: string) => before + shorten(duration),
    );

const read = (path: string) => shortenTimes(readFileSync(join(OPS, path), 'utf8'));

type Ports = { api: number; worker: number; web: number; node: number; blackbox: number; alertmanager: number };

/** Returns the path of the configuration. */
export function writePrometheus(directory: string, ports: Ports, publicUrl: string) {
  const address = (port: number) => `127.0.0.1:${port}`;
  const config = fillTemplate(read('prometheus/prometheus.yml'), {
    '127.0.0.1:3001': address(ports.api),
    '127.0.0.1:3006': address(ports.worker),
    '127.0.0.1:3007': address(ports.web),
    '127.0.0.1:9100': address(ports.node),
    '127.0.0.1:9115': address(ports.blackbox),
    '127.0.0.1:9093': address(ports.alertmanager),
    'https://shop.example.com/': publicUrl,
  });
  mkdirSync(join(directory, 'rules'));
  for (const name of readdirSync(join(OPS, 'prometheus/rules')))
    writeFileSync(join(directory, 'rules', name), read(`prometheus/rules/${name}`));
  const path = join(directory, 'prometheus.yml');
  writeFileSync(path, config);
  cpSync(join(OPS, 'prometheus/blackbox.yml'), join(directory, 'blackbox.yml'));
  return path;
}

/** All receivers are the webhook; routes and inhibition stay. */
export function writeAlertmanager(directory: string, webhookUrl: string) {
  const text = read('alertmanager/alertmanager.yml');
  const names = [...text.matchAll(/^ {2}- name: (\S+)$/gm)].map(([, name]) => name);
  const receivers = names.map(
    (name) =>
      `  - name: ${name}\n    webhook_configs:\n      - url: ${webhookUrl}/${name}\n        send_resolved: true\n`,
  );
  const path = join(directory, 'alertmanager.yml');
  const config = text.replace(/^receivers:[\s\S]*/m, `receivers:\n${receivers.join('')}`);
  writeFileSync(path, config.replace(/^global:\n(?: .*\n)+/m, ''));
  return path;
}
