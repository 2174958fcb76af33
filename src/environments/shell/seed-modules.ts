/** The seed modules that tasks are made from: small packages under `modules/<family>/<name>`. */
import type { Files } from './runtime.ts';
import type { SeedModule } from './task.ts';

/** A seed module's folder is not what it has to be. */
export class SeedModuleError extends Error {
  override name = 'SeedModuleError';
}

const PARTS = { src: 'sources', test: 'tests', hidden: 'hidden' } as const;

/** Every seed module, by family and then by name. @throws SeedModuleError naming a misplaced file. */
export function seedModules(): SeedModule[] {
  return modulesFrom(
    import.meta.glob<string>('./modules/**/*.js', { query: '?raw', import: 'default', eager: true }),
  );
}

/**
 * Seed modules out of their files' texts, by path `./modules/<family>/<name>/<part>/<file>`.
 * @throws SeedModuleError naming a misplaced file, an incomplete module or a name used twice.
 */
export function modulesFrom(texts: Readonly<Record<string, string>>): SeedModule[] {
  const modules = new Map<
    string,
    { family: string; name: string } & Record<'sources' | 'tests' | 'hidden', Files>
  >();
  for (const path of Object.keys(texts).sort()) {
    const [, , family, name, folder, file, ...deeper] = path.split('/');
    const part = folder !== undefined && folder in PARTS ? PARTS[folder as keyof typeof PARTS] : undefined;
    if (!family || !name || part === undefined || file === undefined || deeper.length > 0) {
      throw new SeedModuleError(
        `${path}: a seed module's files are <family>/<name>/{src,test,hidden}/<file>.js`,
      );
    }
    const module = modules.get(name) ?? { family, name, sources: {}, tests: {}, hidden: {} };
    if (module.family !== family) {
      throw new SeedModuleError(
        `${path}: module "${name}" exists in family "${module.family}" too; rename one`,
      );
    }
    module[part] = { ...module[part], [`${folder}/${file}`]: texts[path] as string };
    modules.set(name, module);
  }
  for (const module of modules.values()) {
    for (const [folder, part] of Object.entries(PARTS)) {
      if (Object.keys(module[part]).length === 0) {
        throw new SeedModuleError(`module ${module.family}/${module.name} has no ${folder}/*.js; add one`);
      }
    }
  }
  return [...modules.values()].sort((a, b) => compareModules(a, b));
}

/** Order of modules everywhere: by family, then by name, by code units. */
export function compareModules(
  a: { family: string; name: string },
  b: { family: string; name: string },
): number {
  if (a.family !== b.family) return a.family < b.family ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** What is mounted for an episode: package.json, the given sources and the visible tests. */
export function repositoryOf(module: SeedModule, sources: Files): Files {
  const manifest = {
    name: module.name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: { test: 'node --test' },
  };
  return { 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, ...sources, ...module.tests };
}
