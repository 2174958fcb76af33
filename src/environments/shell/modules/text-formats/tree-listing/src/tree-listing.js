const byName = (a, b) => (a[0] < b[0] ? -1 : 1);

/** Nests a list of slash-separated paths into objects; files are null leaves. */
export function nestPaths(paths) {
  const root = {};
  for (const path of paths) {
    const parts = path.split('/').filter((part) => part !== '');
    let folder = root;
    parts.forEach((part, depth) => {
      if (depth < parts.length - 1) {
        folder[part] ??= {};
        folder = folder[part];
      } else if (!(part in folder)) {
        folder[part] = null;
      }
    });
  }
  return root;
}

/** Lines of a tree drawing with folders before files, each group sorted by name. */
export function treeLines(folder, indent = '') {
  const entries = Object.entries(folder);
  const folders = entries.filter(([, child]) => child !== null).sort(byName);
  const files = entries.filter(([, child]) => child === null).sort(byName);
  return [...folders, ...files].flatMap(([name, child], index, all) => {
    const last = index === all.length - 1;
    const line = indent + (last ? '`-- ' : '|-- ') + name;
    if (child === null) return [line];
    return [line + '/', ...treeLines(child, indent + (last ? '    ' : '|   '))];
  });
}

/** Counts the files below a folder. */
export function countFiles(folder) {
  return Object.values(folder).reduce((sum, child) => sum + (child === null ? 1 : countFiles(child)), 0);
}
