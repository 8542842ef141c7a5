/** Long drills on real engines, outside CI: `npm run drill -- <name>`. */
const DRILLS: Record<string, () => Promise<{ run: (args: string[]) => Promise<void> }>> = {
  failover: () => import('./failover.ts'),
  restore: () => import('./restore.ts'),
  upgrade: () => import('./upgrade.ts'),
};

const [name = '', ...args] = process.argv.slice(2);
const load = DRILLS[name];
if (load) await (await load()).run(args);
else {
  console.error(`Usage: npm run drill -- <${Object.keys(DRILLS).join(' | ')}>`);
  process.exitCode = 1;
}
