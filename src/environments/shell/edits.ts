/**
 * The catalogue of single AST edits of a source file: what a fault is made with and what a
 * candidate patch is. It is closed under inverse: every edit can be undone by an edit that the
 * catalogue offers in the edited source, so every fault made with it has a repair in it.
 */
import { type AnyNode, parse, type Token } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import { type MutationSite, operatorsAt } from './mutation-operators.ts';
import type { Files } from './runtime.ts';
import type { Edit } from './task.ts';

/**
 * Edits offered over all sources of a task at most: the student scores up to 128 candidates, and
 * some of them are reads, commands and the stop. Only tasks below the limit are admitted.
 */
export const EDIT_LIMIT = 120;

/** A source text is not a program; no edits exist for it. */
export class SourceSyntaxError extends Error {
  override name = 'SourceSyntaxError';
}

/** An edit was applied to a text that it was not made for. */
export class EditMismatchError extends Error {
  override name = 'EditMismatchError';
}

/** A range of characters. */
interface Range {
  start: number;
  end: number;
}

/** What is known of a source text; a pure function of the text. */
interface SourceAnalysis {
  edits: Omit<Edit, 'key' | 'path'>[];
  /** Statements without blocks, so that the innermost one around an offset is a thing by itself. */
  statements: Range[];
}

/** Latest analyses by source text. A cache only: what it holds decides nothing. */
const analyses = new Map<string, SourceAnalysis>();
const ANALYSES_KEPT = 96;

/**
 * Every edit that the operators offer in a source file, in textual order.
 * @throws SourceSyntaxError when the source does not parse.
 */
export function listEdits(path: string, source: string): Edit[] {
  return analyse(path, source).edits.map((edit) => ({
    key: `${path}:${edit.start}:${edit.operator}:${edit.after}`,
    path,
    ...edit,
  }));
}

/**
 * The edits of several source files, by path and then in textual order.
 * @throws SourceSyntaxError when a source does not parse.
 */
export function listEditsOf(sources: Files): Edit[] {
  return Object.keys(sources)
    .sort()
    .flatMap((path) => listEdits(path, sources[path] as string));
}

/**
 * The source with one edit made.
 * @throws EditMismatchError when the source does not hold the edit's `before` text at its place.
 */
export function applyEdit(source: string, edit: Edit): string {
  const found = source.slice(edit.start, edit.end);
  if (found !== edit.before) {
    throw new EditMismatchError(
      `edit ${edit.key}: expected ${JSON.stringify(edit.before)} at ${edit.start}, found ` +
        `${JSON.stringify(found)}; list the edits of the present source again`,
    );
  }
  return source.slice(0, edit.start) + edit.after + source.slice(edit.end);
}

/**
 * The tree with one edit made.
 * @throws EditMismatchError when the file is missing or does not hold the edit's `before` text.
 */
export function applyEditTo(files: Files, edit: Edit): Files {
  return { ...files, [edit.path]: applyEdit(files[edit.path] ?? '', edit) };
}

/**
 * The innermost statement around an edit, by its character range. A test of an `if` belongs to the
 * whole `if`, a statement in its body to itself.
 * @throws SourceSyntaxError when the source does not parse.
 */
export function statementOf(source: string, edit: Edit): { start: number; end: number } {
  const { statements } = analyse(edit.path, source);
  let innermost = { start: 0, end: source.length };
  for (const statement of statements) {
    const encloses = statement.start <= edit.start && statement.end >= edit.end;
    if (encloses && statement.end - statement.start < innermost.end - innermost.start) innermost = statement;
  }
  return { start: innermost.start, end: innermost.end };
}

function analyse(path: string, source: string): SourceAnalysis {
  const known = analyses.get(source);
  if (known !== undefined) {
    analyses.delete(source);
    analyses.set(source, known);
    return known;
  }
  const analysis = analyseAnew(path, source);
  analyses.set(source, analysis);
  for (const oldest of analyses.keys()) {
    if (analyses.size <= ANALYSES_KEPT) break;
    analyses.delete(oldest);
  }
  return analysis;
}

function analyseAnew(path: string, source: string): SourceAnalysis {
  const tokens: Token[] = [];
  let program: AnyNode;
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'module', onToken: tokens });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceSyntaxError(
      `${path} is not a JavaScript module: ${reason}; edits need a source that parses`,
    );
  }
  const tokenStarts = new Map(tokens.map((token) => [token.start, token]));
  const tokenBetween = (from: number, to: number, text: string) => {
    for (
      let start = source.indexOf(text, from);
      start >= 0 && start < to;
      start = source.indexOf(text, start + 1)
    ) {
      if (tokenStarts.get(start)?.end === start + text.length) return start;
    }
    return -1;
  };
  const variables = variablesOf(program);
  const edits = new Map<string, Omit<Edit, 'key' | 'path'>>();
  const statements: Range[] = [];
  fullAncestor(program, (node, _state, nodes) => {
    if (isStatement(node)) statements.push({ start: node.start, end: node.end });
    const operators = operatorsAt(node.type);
    // What an error says is seldom tested, and a fault in it is not worth a candidate.
    if (operators.length === 0 || nodes.some(({ type }) => type === 'ThrowStatement')) return;
    const ancestors = nodes.slice(0, -1);
    const site: MutationSite = { source, node, ancestors, variables, tokenBetween };
    for (const [name, operator] of operators) {
      for (const { start, end, after } of operator.offer(site)) {
        edits.set(`${start}:${name}:${after}`, {
          operator: name,
          start,
          end,
          before: source.slice(start, end),
          after,
          line: lineOf(source, start),
          nesting: nestingOf(ancestors),
        });
      }
    }
  });
  const ordered = [...edits.entries()].sort(([a, x], [b, y]) => x.start - y.start || (a < b ? -1 : 1));
  return { edits: ordered.map(([, edit]) => edit), statements };
}

/** Names that the program gives new values. No edit of an assignment changes the set. */
function variablesOf(program: AnyNode): Set<string> {
  const variables = new Set<string>();
  fullAncestor(program, (node) => {
    const target =
      node.type === 'UpdateExpression'
        ? node.argument
        : node.type === 'AssignmentExpression'
          ? node.left
          : null;
    if (target?.type === 'Identifier') variables.add(target.name);
  });
  return variables;
}

function isStatement(node: AnyNode): boolean {
  return (
    node.type !== 'BlockStatement' && (node.type.endsWith('Statement') || node.type === 'VariableDeclaration')
  );
}

/** How many functions, and blocks that are no function's body, enclose a node. */
function nestingOf(ancestors: readonly AnyNode[]): number {
  return ancestors.filter(
    (node, i) =>
      isFunction(node) || (node.type === 'BlockStatement' && !isFunction(ancestors[i - 1] as AnyNode)),
  ).length;
}

function isFunction(node: AnyNode): boolean {
  return (
    node.type === 'FunctionDeclaration' ||
    node.type === 'FunctionExpression' ||
    node.type === 'ArrowFunctionExpression'
  );
}

function lineOf(source: string, offset: number): number {
  let line = 1;
  for (let i = source.indexOf('\n'); i >= 0 && i < offset; i = source.indexOf('\n', i + 1)) line += 1;
  return line;
}
