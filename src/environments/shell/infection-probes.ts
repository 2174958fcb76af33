/**
 * Where an edit would change what a program computes, found by running the program once: weak
 * mutation testing (Howden 1982) of every edit at the same time. The largest expression around an
 * edit that can be evaluated twice is wrapped; each time it runs, the edited expression is
 * evaluated beside it, and a difference marks the edit as *infecting* the running test. What the
 * program itself computes stays as it is.
 *
 * Parts that may have an effect (calls of unknown functions, assignments) run once; the edited
 * expression sees the values they had.
 */
import {
  type AnyNode,
  type AssignmentExpression,
  type CallExpression,
  type MemberExpression,
  parse,
} from 'acorn';
import { fullAncestor } from 'acorn-walk';

/** A replacement of a range of the source. */
export interface ProbedEdit {
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

/** Text put before and behind a range of the source. */
export interface Insertion {
  readonly start: number;
  readonly end: number;
  readonly open: string;
  readonly close: string;
}

/** What has to be inserted to watch a source's edits. */
export interface ProbePlan {
  readonly insertions: readonly Insertion[];
  /** Indices of the edits that are watched; probe `i` marks counter `i` of those after the base. */
  readonly probed: readonly number[];
}

/** Names under which an instrumented source reaches the sandbox's functions. */
export interface ProbeNames {
  /** Marks the counters whose alternative differs, and returns the value. */
  readonly probe: string;
  /** The value of a part that did not run. */
  readonly absent: string;
  /** Returns its argument; throws when it is the absent value. */
  readonly present: string;
  /** Prefix of the variables that hold values of parts that run once. */
  readonly part: string;
}

/** Expressions longer than this are not watched as a whole: every edit in one repeats its text. */
const LONGEST_EXPRESSION = 400;

/** Methods of built-in objects without effects, as long as the module defines none of that name. */
const PURE_METHODS = new Set(
  `includes has get indexOf lastIndexOf slice at charAt charCodeAt codePointAt startsWith endsWith join
  concat trim trimStart trimEnd padStart padEnd toUpperCase toLowerCase repeat replace replaceAll split
  substring toString toFixed localeCompare flat match search`.split(/\s+/),
);

/** Methods that call a function without effects of their own. */
const CALLBACK_METHODS = new Set(
  'every some find findIndex findLast findLastIndex filter map flatMap reduce reduceRight'.split(' '),
);

/** Functions of built-in namespaces without effects. */
const PURE_NAMESPACES: Readonly<Record<string, ReadonlySet<string> | 'all'>> = {
  Math: 'all',
  Number: 'all',
  Object: new Set(['keys', 'values', 'entries', 'hasOwn', 'is', 'fromEntries']),
  Array: new Set(['isArray', 'of']),
  String: new Set(['fromCharCode', 'fromCodePoint', 'raw']),
};

const PURE_FUNCTIONS = new Set([
  'String',
  'Number',
  'Boolean',
  'parseInt',
  'parseFloat',
  'isNaN',
  'isFinite',
]);
const PURE_CONSTRUCTORS = new Set(['Set', 'Map', 'Array']);

/** What turns the right side of a compound assignment into that of its counterpart. */
const INVERSES = new Map([
  ['+= -=', '0-'],
  ['-= +=', '0-'],
  ['*= /=', '1/'],
  ['/= *=', '1/'],
]);

/**
 * Plans the probes of a source's edits. Edits that only change where control goes (`break`), that
 * step a variable or that are part of an effect are not watched: for them, having run is all that
 * is known.
 */
export function planProbes(
  source: string,
  program: AnyNode,
  edits: readonly ProbedEdit[],
  firstCounter: number,
  names: ProbeNames,
): ProbePlan {
  const tree = new ExpressionTree(source, program);
  const probed: number[] = [];
  const groups = new Map<AnyNode, { parts: readonly AnyNode[]; alternatives: string }>();
  edits.forEach((edit, index) => {
    const watched = tree.watch(edit, (part) => `${names.present}(${names.part}${part})`);
    if (watched === null) return;
    const { node, parts, text } = watched;
    const group = groups.get(node) ?? { parts, alternatives: '' };
    group.alternatives += `,${firstCounter + probed.length},()=>(${text})`;
    groups.set(node, group);
    probed.push(index);
  });
  const insertions: Insertion[] = [];
  for (const [node, { parts, alternatives }] of groups) {
    const condition = isCondition(node, tree.parentOf(node)) ? 1 : 0;
    const variables = parts.map((_, i) => `${names.part}${i}=${names.absent}`).join();
    insertions.push({
      start: node.start,
      end: node.end,
      open: parts.length > 0 ? `((${variables})=>${names.probe}(()=>(` : `${names.probe}(()=>(`,
      close: `),${condition}${alternatives})${parts.length > 0 ? ')()' : ''}`,
    });
    parts.forEach((part, i) => {
      insertions.push({ start: part.start, end: part.end, open: `(${names.part}${i}=`, close: ')' });
    });
  }
  return { insertions, probed };
}

/** An expression that is watched for an edit. */
interface Watched {
  node: AnyNode;
  /** Parts of it that may have effects, and run once. */
  parts: readonly AnyNode[];
  /** The edited expression, with the values of those parts in their places. */
  text: string;
}

/** A program's expressions with what surrounds them. */
class ExpressionTree {
  private readonly parents = new Map<AnyNode, AnyNode>();
  private readonly nodes: AnyNode[] = [];
  /** Names of functions, methods and accessors that the module defines. */
  private readonly ownNames = new Set<string>();
  private readonly accessors = new Set<string>();

  constructor(
    private readonly source: string,
    program: AnyNode,
  ) {
    fullAncestor(program, (node, _state, path) => {
      const parent = path.at(-2) as AnyNode | undefined;
      if (this.parents.has(node)) return;
      if (parent !== undefined) this.parents.set(node, parent);
      this.nodes.push(node);
      this.collectNames(node);
    });
  }

  parentOf(node: AnyNode): AnyNode | undefined {
    return this.parents.get(node);
  }

  /** Where and how an edit is watched; null when it is not. `writePart` writes the value of a part. */
  watch(edit: ProbedEdit, writePart: (part: number) => string): Watched | null {
    const start = this.startOf(edit);
    if (start === null) return null;
    if (start.type === 'AssignmentExpression') return this.watchAssignment(start, edit, writePart);
    if (!this.isPure(start) && !(start.start === edit.start && start.end === edit.end)) return null;
    const node = this.largestAround(start);
    const parts = node === null ? null : this.partsRunOnce(node);
    if (node === null || parts === null) return null;
    const text = this.textOf(node, edit, parts, writePart);
    return text === null || !isExpressionText(text) ? null : { node, parts, text };
  }

  /** `x += y` becomes `x -= y` exactly when y and −y differ; the same with factors. */
  private watchAssignment(
    node: AssignmentExpression,
    edit: ProbedEdit,
    writePart: (part: number) => string,
  ): Watched | null {
    const inverse = INVERSES.get(`${node.operator} ${edit.after}`);
    const { right } = node;
    if (inverse === undefined || edit.end > right.start || !this.isWrappable(right)) return null;
    const parts = this.partsRunOnce(right);
    const text = parts === null ? null : this.textOf(right, null, parts, writePart);
    return parts === null || text === null ? null : { node: right, parts, text: `${inverse}(${text})` };
  }

  /**
   * Parts of an expression that may have effects, outermost ones only, in order; null when one of
   * them cannot be held in a variable.
   */
  private partsRunOnce(node: AnyNode): AnyNode[] | null {
    const parts: AnyNode[] = [];
    const visit = (child: AnyNode): boolean => {
      if (this.isPure(child)) return childrenOf(child).every(visit);
      if (!isExpression(child) || suspends(child) || !this.isWrappable(child)) return false;
      parts.push(child);
      return true;
    };
    return visit(node) ? parts : null;
  }

  /** The smallest expression that an edit lies in. */
  private startOf(edit: ProbedEdit): AnyNode | null {
    let best: AnyNode | null = null;
    // A child is visited before its parent, so of equal ranges the inner one is found first.
    for (const node of this.nodes) {
      if (node.start > edit.start || node.end < edit.end) continue;
      if (best === null || node.end - node.start < best.end - best.start) best = node;
    }
    while (best !== null && !isExpression(best)) {
      if (isStatementLike(best)) return null;
      best = this.parents.get(best) ?? null;
    }
    // A member's name is no expression of its own.
    while (best !== null && this.isName(best)) best = this.parents.get(best) ?? null;
    return best !== null && isExpression(best) ? best : null;
  }

  private isName(node: AnyNode): boolean {
    const parent = this.parents.get(node);
    if (parent?.type === 'MemberExpression') return parent.property === node && !parent.computed;
    return parent?.type === 'Property' && parent.key === node && !parent.computed;
  }

  /** The largest expression around a node that can be evaluated twice. */
  private largestAround(start: AnyNode): AnyNode | null {
    let best: AnyNode | null = null;
    for (let node: AnyNode | undefined = start; node !== undefined; node = this.parents.get(node)) {
      if (isExpression(node)) {
        if (node !== start && !this.isPure(node)) break;
        if (node.end - node.start > LONGEST_EXPRESSION || this.partsRunOnce(node) === null) break;
        if (this.isWrappable(node)) best = node;
      } else if (node.type !== 'SpreadElement' && node.type !== 'Property') {
        break;
      }
      // What is in a function runs when the function does.
      if (isFunction(node)) break;
    }
    return best !== null && isFunction(best) ? null : best;
  }

  /** Whether an expression may stand in parentheses of its own. */
  private isWrappable(node: AnyNode): boolean {
    const parent = this.parents.get(node);
    switch (parent?.type) {
      case 'Property':
        return (
          parent.value === node &&
          !parent.shorthand &&
          parent.kind === 'init' &&
          this.parents.get(parent)?.type !== 'ObjectPattern'
        );
      case 'MethodDefinition':
      case 'PropertyDefinition':
        return parent.value === node && !isFunction(node) && node.type !== 'ClassExpression';
      case 'MemberExpression':
        if (parent.object === node) return node.type !== 'Super' && !this.isInChain(parent);
        return parent.computed;
      case 'CallExpression':
        return (
          parent.callee !== node ||
          (node.type !== 'MemberExpression' && node.type !== 'Super' && !this.isInChain(parent))
        );
      case 'NewExpression':
        return parent.callee !== node;
      case 'TaggedTemplateExpression':
        return false;
      case 'ChainExpression':
        return false;
      case 'AssignmentExpression':
        return parent.right === node && !isNamedByPosition(node);
      case 'AssignmentPattern':
        return parent.right === node && !isNamedByPosition(node);
      case 'VariableDeclarator':
        return parent.init === node && !isNamedByPosition(node);
      case 'UpdateExpression':
        return false;
      case 'UnaryExpression':
        return parent.operator !== 'delete' && parent.operator !== 'typeof';
      case 'ForInStatement':
      case 'ForOfStatement':
        return parent.right === node;
      case 'ExportDefaultDeclaration':
      case 'ArrowFunctionExpression':
        return parent.type === 'ArrowFunctionExpression' ? parent.body === node : !isNamedByPosition(node);
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ClassDeclaration':
      case 'ClassExpression':
      case 'ImportExpression':
      case 'ArrayPattern':
      case 'RestElement':
      case undefined:
        return false;
      default:
        return isExpression(node) && node.type !== 'Super' && (node.type as string) !== 'PrivateIdentifier';
    }
  }

  private isInChain(node: AnyNode): boolean {
    for (let parent: AnyNode | undefined = node; parent !== undefined; parent = this.parents.get(parent)) {
      if (parent.type === 'ChainExpression') return true;
      if (parent.type !== 'MemberExpression' && parent.type !== 'CallExpression') return false;
    }
    return false;
  }

  /** Whether evaluating this node, not counting its children, has no effect. */
  private isPure(node: AnyNode): boolean {
    switch (node.type) {
      case 'Identifier':
      case 'PrivateIdentifier':
      case 'Literal':
      case 'ThisExpression':
      case 'TemplateLiteral':
      case 'TemplateElement':
      case 'BinaryExpression':
      case 'LogicalExpression':
      case 'ConditionalExpression':
      case 'SequenceExpression':
      case 'ArrayExpression':
      case 'ObjectExpression':
      case 'SpreadElement':
      case 'ChainExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return true;
      case 'Property':
        return node.kind === 'init' && !node.method;
      case 'UnaryExpression':
        return node.operator !== 'delete';
      case 'MemberExpression':
        return !(
          node.property.type === 'Identifier' &&
          !node.computed &&
          this.accessors.has(node.property.name)
        );
      case 'NewExpression':
        return node.callee.type === 'Identifier' && PURE_CONSTRUCTORS.has(node.callee.name);
      case 'CallExpression':
        return this.isPureCall(node);
      default:
        return false;
    }
  }

  private isPureCall(call: CallExpression): boolean {
    const { callee } = call;
    const functions = call.arguments.filter(isFunction);
    if (callee.type === 'Identifier') {
      return PURE_FUNCTIONS.has(callee.name) && !this.ownNames.has(callee.name) && functions.length === 0;
    }
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
      return false;
    const { name } = callee.property;
    if (this.ownNames.has(name)) return false;
    const allowed = namespaceOf(callee);
    if (allowed !== undefined) {
      return (allowed === 'all' ? name !== 'random' : allowed.has(name)) && functions.length === 0;
    }
    if (name === 'test') return isRegExp(callee.object);
    if (CALLBACK_METHODS.has(name)) return functions.every((callback) => this.isPureArrow(callback));
    return PURE_METHODS.has(name) && functions.length === 0;
  }

  /** An arrow function of one expression, all of it without effects. */
  private isPureArrow(node: AnyNode): boolean {
    if (node.type !== 'ArrowFunctionExpression' || node.async || node.body.type === 'BlockStatement')
      return false;
    const isAllPure = (child: AnyNode): boolean =>
      this.isPure(child) && !isFunction(child) && childrenOf(child).every(isAllPure);
    return isAllPure(node.body);
  }

  private textOf(
    node: AnyNode,
    edit: ProbedEdit | null,
    parts: readonly AnyNode[],
    writePart: (part: number) => string,
  ): string | null {
    const { source } = this;
    let after = edit?.after ?? '';
    const replaced: { start: number; end: number; text: string }[] = [];
    for (const [i, part] of parts.entries()) {
      const inEdit = edit !== null && part.start < edit.end && part.end > edit.start;
      if (!inEdit) {
        replaced.push({ start: part.start, end: part.end, text: writePart(i) });
        continue;
      }
      const text = source.slice(part.start, part.end);
      if (part.start < edit.start || part.end > edit.end || !after.includes(text)) return null;
      after = after.replace(text, () => writePart(i));
    }
    if (edit !== null) replaced.push({ start: edit.start, end: edit.end, text: after });
    replaced.sort((a, b) => a.start - b.start);
    let text = '';
    let at = node.start;
    for (const { start, end, text: insert } of replaced) {
      text += source.slice(at, start) + insert;
      at = end;
    }
    return text + source.slice(at, node.end);
  }

  private collectNames(node: AnyNode): void {
    if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      if (node.id) this.ownNames.add(node.id.name);
    } else if (node.type === 'VariableDeclarator') {
      if (node.id.type === 'Identifier' && node.init && isFunction(node.init))
        this.ownNames.add(node.id.name);
    } else if (node.type === 'MethodDefinition' || node.type === 'Property') {
      if (node.key.type !== 'Identifier') return;
      if (node.kind === 'get' || node.kind === 'set') this.accessors.add(node.key.name);
      if (node.type === 'MethodDefinition' || isFunction(node.value)) this.ownNames.add(node.key.name);
    }
  }
}

/** Direct sub-expressions of a node without effects, in order; a function's inside is no part of it. */
function childrenOf(node: AnyNode): AnyNode[] {
  const list: (AnyNode | null | undefined)[] = (() => {
    switch (node.type) {
      case 'TemplateLiteral':
        return node.expressions;
      case 'BinaryExpression':
      case 'LogicalExpression':
        return [node.left, node.right];
      case 'ConditionalExpression':
        return [node.test, node.consequent, node.alternate];
      case 'SequenceExpression':
        return node.expressions;
      case 'ArrayExpression':
        return node.elements;
      case 'ObjectExpression':
        return node.properties;
      case 'Property':
        return node.computed ? [node.key, node.value] : [node.value];
      case 'SpreadElement':
      case 'UnaryExpression':
        return [node.argument];
      case 'ChainExpression':
        return [node.expression];
      case 'MemberExpression':
        return node.computed ? [node.object, node.property] : [node.object];
      case 'NewExpression':
        return node.arguments;
      case 'CallExpression':
        // The callee of a call without effects is a built-in function, alone or of an object.
        return node.callee.type === 'MemberExpression'
          ? [node.callee.object, ...node.arguments]
          : node.arguments;
      default:
        return [];
    }
  })();
  return list.filter((child): child is AnyNode => child !== null && child !== undefined);
}

function namespaceOf(callee: MemberExpression): ReadonlySet<string> | 'all' | undefined {
  return callee.object.type === 'Identifier' && Object.hasOwn(PURE_NAMESPACES, callee.object.name)
    ? PURE_NAMESPACES[callee.object.name]
    : undefined;
}

function isRegExp(node: AnyNode): boolean {
  return node.type === 'Literal' && node.value instanceof RegExp;
}

function isFunction(node: AnyNode): boolean {
  return (
    node.type === 'ArrowFunctionExpression' ||
    node.type === 'FunctionExpression' ||
    node.type === 'FunctionDeclaration'
  );
}

/** Values whose `name` depends on standing directly behind `=`. */
function isNamedByPosition(node: AnyNode): boolean {
  return isFunction(node) || node.type === 'ClassExpression' || node.type === 'ClassDeclaration';
}

function isExpression(node: AnyNode): boolean {
  return (
    node.type.endsWith('Expression') ||
    node.type === 'Identifier' ||
    node.type === 'Literal' ||
    node.type === 'TemplateLiteral'
  );
}

function isStatementLike(node: AnyNode): boolean {
  return node.type.endsWith('Statement') || node.type.endsWith('Declaration') || node.type === 'Program';
}

/** Whether a node waits for something outside its own functions, which a wrapper could not. */
function suspends(node: AnyNode): boolean {
  let found = false;
  fullAncestor(node, (inner, _state, path) => {
    const ownFunction = path.slice(0, -1).some((outer) => isFunction(outer as AnyNode));
    if ((inner.type === 'AwaitExpression' || inner.type === 'YieldExpression') && !ownFunction) found = true;
  });
  return found;
}

/** Whether a text can stand in parentheses: some edits make a list of values out of one. */
function isExpressionText(text: string): boolean {
  try {
    const options = { ecmaVersion: 'latest', sourceType: 'module', checkPrivateFields: false } as const;
    parse(`(${text})`, { ...options, allowSuperOutsideMethod: true });
    return true;
  } catch {
    return false;
  }
}

/** Whether only the truth of an expression matters where it stands. */
function isCondition(node: AnyNode, parent: AnyNode | undefined): boolean {
  switch (parent?.type) {
    case 'IfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
    case 'ConditionalExpression':
      return parent.test === node;
    case 'UnaryExpression':
      return parent.operator === '!';
    default:
      return false;
  }
}
