/**
 * Statement counters and infection probes for sources under test. Each statement, arrow function's
 * expression body and class field gets `counter[i] = 1`, on the line it stands on, so that line
 * numbers and behaviour stay as they are. Function declarations and imports are not statements
 * here: they are hoisted, not executed.
 */
import { type AnyNode, type Node, parse } from 'acorn';
import { fullAncestor } from 'acorn-walk';
import MagicString from 'magic-string';
import { type Insertion, type ProbedEdit, planProbes } from './infection-probes.ts';
import { COVERAGE_MODULE } from './sandbox/protocol.ts';

/** An instrumented source. */
export interface InstrumentedSource {
  code: string;
  /** Character ranges in the original text; statement i has counter `firstCounter + i`. */
  statements: { start: number; end: number }[];
  /** Indices of the edits that are watched; probe i has counter `firstCounter + statements.length + i`. */
  probed: readonly number[];
}

const STATEMENTS = new Set([
  'BreakStatement',
  'ClassDeclaration',
  'ContinueStatement',
  'DebuggerStatement',
  'DoWhileStatement',
  'ExpressionStatement',
  'ForInStatement',
  'ForOfStatement',
  'ForStatement',
  'IfStatement',
  'LabeledStatement',
  'ReturnStatement',
  'SwitchStatement',
  'ThrowStatement',
  'TryStatement',
  'VariableDeclaration',
  'WhileStatement',
]);

/** Values whose `name` property depends on standing directly after `=`. */
const NAMED_BY_POSITION = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'ClassExpression']);

/** Where a counter goes: before a statement in a list, around a lone body, or into an expression. */
interface Place {
  kind: 'list' | 'single' | 'expression';
  node: Node;
}

/** Whether a parent holds the node in a list of statements (so that one more may stand before it). */
function isListParent(parent: AnyNode, node: AnyNode): boolean {
  return (
    parent.type === 'Program' ||
    parent.type === 'BlockStatement' ||
    parent.type === 'StaticBlock' ||
    (parent.type === 'SwitchCase' && parent.test !== node)
  );
}

/** Whether the node is the lone body of an `if` or a loop. */
function isLoneBody(parent: AnyNode, node: AnyNode): boolean {
  switch (parent.type) {
    case 'IfStatement':
      return parent.consequent === node || parent.alternate === node;
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
      return parent.body === node;
    default:
      return false;
  }
}

function placeOf(node: AnyNode, parent: AnyNode): Place | null {
  if (parent.type === 'ArrowFunctionExpression' && parent.body === node && node.type !== 'BlockStatement') {
    return { kind: 'expression', node };
  }
  if (parent.type === 'PropertyDefinition' && parent.value === node && !NAMED_BY_POSITION.has(node.type)) {
    return { kind: 'expression', node };
  }
  if (!STATEMENTS.has(node.type)) {
    return parent.type === 'ExportDefaultDeclaration' && node.type !== 'FunctionDeclaration'
      ? { kind: 'list', node: parent }
      : null;
  }
  if (node.type === 'ExpressionStatement' && node.directive !== undefined) return null;
  if (isListParent(parent, node)) return { kind: 'list', node };
  if (isLoneBody(parent, node)) return { kind: 'single', node };
  if (parent.type === 'ExportNamedDeclaration' || parent.type === 'ExportDefaultDeclaration') {
    return { kind: 'list', node: parent };
  }
  // A `for` head's declaration, or the statement behind a label: counted with what holds it.
  return null;
}

/**
 * Instruments an ES module. `firstCounter` is the counter of its first statement; `edits` are the
 * edits of the source that are to be watched.
 * @throws SyntaxError when the source is not an ES module that acorn can read.
 */
export function instrument(
  source: string,
  firstCounter: number,
  edits: readonly ProbedEdit[] = [],
): InstrumentedSource {
  const ast = parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
  const places: Place[] = [];
  const seen = new Set<Node>();
  fullAncestor(ast, (node, _state, path) => {
    const parent = path[path.length - 2];
    if (parent === undefined || seen.has(node)) return;
    seen.add(node);
    const place = placeOf(node as AnyNode, parent as AnyNode);
    if (place !== null) places.push(place);
  });
  // Enclosing places first.
  places.sort((a, b) => a.node.start - b.node.start || b.node.end - a.node.end);

  const name = unusedName(source, '__ran');
  const names = {
    probe: unusedName(source, '__probe'),
    absent: unusedName(source, '__absent'),
    present: unusedName(source, '__present'),
    part: unusedName(source, '__part'),
  };
  const plan = planProbes(source, ast, edits, firstCounter + places.length, names);
  const insertions = [
    ...places.map(({ kind, node }, i): Insertion => {
      const mark = `${name}[${firstCounter + i}]=1`;
      const open = { list: `${mark};`, single: `{${mark};`, expression: `(${mark},` }[kind];
      return {
        start: node.start,
        end: node.end,
        open,
        close: { list: '', single: '}', expression: ')' }[kind],
      };
    }),
    ...plan.insertions,
  ];
  const text = new MagicString(source);
  // Sorting is stable: of equal ranges the one listed first opens first and closes last.
  for (const { start, open } of insertions.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    // Openers belong to what follows, so that they stay behind the closers of what ends here.
    text.appendRight(start, open);
  }
  for (const { end, close } of insertions.toReversed().sort((a, b) => a.end - b.end || b.start - a.start)) {
    if (close !== '') text.appendLeft(end, close);
  }
  // A hash-bang must stay first; a file of nothing else has no statements.
  const headerAt = source.startsWith('#!') ? source.indexOf('\n') + 1 : 0;
  const { probe, absent, present } = names;
  const imports =
    plan.probed.length > 0
      ? `counters as ${name},probe as ${probe},absent as ${absent},present as ${present}`
      : `counters as ${name}`;
  if (places.length > 0) text.prependRight(headerAt, `import{${imports}}from"${COVERAGE_MODULE}";`);
  return {
    code: text.toString(),
    statements: places.map(({ node }) => ({ start: node.start, end: node.end })),
    probed: plan.probed,
  };
}

/** A name that the source does not contain, so that nothing in it is shadowed. */
function unusedName(source: string, prefix: string): string {
  let name = prefix;
  while (source.includes(name)) name += '_';
  return name;
}
