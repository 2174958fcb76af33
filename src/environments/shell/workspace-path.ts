/** Paths inside a mounted tree: relative, POSIX, normalised, and never above the root. */

/** A path names something outside the repository. */
export class PathOutsideWorkspaceError extends Error {
  override name = 'PathOutsideWorkspaceError';
  constructor(readonly path: string) {
    super(`path '${path}' is outside the repository: use a relative path without leading '..'`);
  }
}

/** The tree has no such file. */
export class WorkspaceFileMissingError extends Error {
  override name = 'WorkspaceFileMissingError';
  constructor(readonly path: string) {
    super(`file '${path}' does not exist in the repository: list the files with 'ls'`);
  }
}

/**
 * The normalised form of a path in the tree; '' is the root.
 * @throws PathOutsideWorkspaceError for absolute paths, paths that lead out of the tree, and
 * paths with characters no file of ours has.
 */
export function normaliseWorkspacePath(path: string): string {
  const parts: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (path.startsWith('/') || /[\\\u0000-\u001f]/.test(path)) throw new PathOutsideWorkspaceError(path);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    // Even a '..' that would stay inside after a pattern is expanded is refused above the root.
    else if (parts.pop() === undefined) throw new PathOutsideWorkspaceError(path);
  }
  return parts.join('/');
}
