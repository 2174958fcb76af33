/** Paths inside a mounted tree: relative, POSIX, normalised, and never above the root. */

/** Characters of a path at most: no more than an action of the protocol can name. */
const LONGEST_PATH = 200;

/**
 * Backslashes, and characters that cannot be seen or that change how others are shown: controls,
 * formats (joiners, directions), line separators and halves of surrogate pairs.
 */
const NEVER_IN_PATHS = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A path names something outside the repository, or cannot be the name of anything in it. */
export class PathOutsideWorkspaceError extends Error {
  override name = 'PathOutsideWorkspaceError';
  constructor(readonly path: string) {
    const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
    super(
      `path '${shown}' is outside the repository: use a relative path without leading '..', ` +
        `of at most ${LONGEST_PATH} visible characters`,
    );
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
 * The normalised form of a path in the tree; '' is the root. Nothing is decoded or composed: `%2e`
 * and fullwidth dots are characters of a name like any others.
 * @throws PathOutsideWorkspaceError for absolute paths, paths that lead out of the tree, paths
 * longer than any of ours, and paths with characters that no file of ours has.
 */
export function normaliseWorkspacePath(path: string): string {
  const parts: string[] = [];
  if (path.startsWith('/') || path.length > LONGEST_PATH || NEVER_IN_PATHS.test(path)) {
    throw new PathOutsideWorkspaceError(path);
  }
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    // Even a '..' that would stay inside after a pattern is expanded is refused above the root.
    else if (parts.pop() === undefined) throw new PathOutsideWorkspaceError(path);
  }
  return parts.join('/');
}
