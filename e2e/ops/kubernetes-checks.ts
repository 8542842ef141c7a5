/** The manifests of ops/kubernetes, built by kustomize and compared with the schemas of Kubernetes. */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import { assert, check } from './report.ts';
import { CACHE, ROOT, run } from './tools.ts';

/** kubernetes-models has the official schemas as validators. */
const PACKAGES = ['kubernetes-models@4.5.1', 'yaml@2.9.1'];
const DIRECTORY = join(CACHE, 'kubernetes');
const OVERLAYS = join(ROOT, 'ops/kubernetes/overlays');

const Manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
type Manifest = z.infer<typeof Manifest>;
const Container = z.looseObject({
  name: z.string(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
});
/** What every pod must have, whatever the schema leaves open. */
const PodSpec = z.looseObject({
  automountServiceAccountToken: z.literal(false),
  securityContext: z.looseObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.literal(10_001),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.array(Container).min(1),
});
const Workload = z.looseObject({ spec: z.looseObject({ template: z.looseObject({ spec: PodSpec }) }) });

type Model = new (data: object) => { validate: () => void };
const isModel = (value: unknown): value is Model => typeof value === 'function';
const Yaml = z.object({ parseAllDocuments: z.custom<(text: string) => { toJS: () => unknown }[]>() });

export async function checkKubernetes() {
  for (const name of readdirSync(OVERLAYS))
    await check(`ops/kubernetes: the overlay ${name} fits the schemas, and its pods are restricted`, async () => {
      if (!existsSync(DIRECTORY)) {
        mkdirSync(DIRECTORY, { recursive: true });
        await run('npm', ['install', '--no-save', '--no-package-lock', '--prefix', DIRECTORY, ...PACKAGES]);
      }
      const load = createRequire(join(DIRECTORY, 'index.js'));
      const { stdout } = await run('kubectl', ['kustomize', join(OVERLAYS, name)]);
      const { parseAllDocuments } = Yaml.parse(load('yaml'));
      const manifests = parseAllDocuments(stdout).map((document) => unfoldSecrets(Manifest.parse(document.toJS())));
      for (const manifest of manifests) assertValid(manifest, load);
      assert(manifests.length > 0, 'The overlay has no manifests');
      return `${manifests.length} manifests`;
    });
}

/** kustomize breaks long base64 into lines, which the schema does not expect. */
function unfoldSecrets(manifest: Manifest): Manifest {
  if (manifest.kind !== 'Secret') return manifest;
  const data = z.record(z.string(), z.string()).parse(manifest.data);
  return {
    ...manifest,
    data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, value.replaceAll(/\s/g, '')])),
  };
}

function assertValid(manifest: Manifest, load: NodeJS.Require) {
  const { apiVersion, kind, metadata } = manifest;
  const loaded: unknown = load(`kubernetes-models/${apiVersion}/${kind}`);
  const model = z.record(z.string(), z.unknown()).parse({ ...Object(loaded) })[kind];
  assert(isModel(model), `${apiVersion} ${kind} is unknown`);
  const read = new Set<string>();
  new model(recordReads(manifest, '', read)).validate();
  const unknown = pathsOf(manifest, '').filter((path) => !read.has(path));
  assert(unknown.length === 0, `${kind} ${metadata.name} has unknown fields: ${unknown.join(', ')}`);
  if (kind === 'Deployment' || kind === 'Job') Workload.parse(manifest);
}

/** A validator reads every field it has a schema for: a field that it never reads is a misspelled one. */
function recordReads<T extends object>(value: T, path: string, read: Set<string>): T {
  return new Proxy(value, {
    get(target, key, receiver) {
      const field: unknown = Reflect.get(target, key, receiver);
      if (typeof key !== 'string') return field;
      read.add(`${path}/${key}`);
      return typeof field === 'object' && field !== null ? recordReads(field, `${path}/${key}`, read) : field;
    },
  });
}

function pathsOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => [`${path}/${key}`, ...pathsOf(field, `${path}/${key}`)]);
}
