import { join } from 'node:path';

const APP = join(import.meta.dirname, '../app');

type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** Whether one of the files (paths below `app`) imports a module, itself or through others. */
export function importedBy(...files: string[]) {
  const modules = new Set<string>();
  const add = (id: string, graph: Graph) => {
    if (modules.has(id)) return;
    modules.add(id);
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) add(next, graph);
  };
  return (id: string, graph: Graph) => {
    if (modules.size === 0) for (const file of files) add(join(APP, file), graph);
    return modules.has(id);
  };
}
