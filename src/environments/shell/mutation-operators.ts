/**
 * The mutation operators: which small edits of a JavaScript program are offered, both as faults
 * and as candidate repairs.
 *
 * Every operator is symmetric: if it offers the edit A → B at a site, it offers B → A at that
 * site once the edit was made. Two things keep it so. The texts come in pairs, and whether a site
 * is offered depends only on what the edit leaves as it is (where the site stands, the kinds of
 * its operands). An operator that breaks this makes faults nobody can repair.
 */
import type { AnyNode, CallExpression, Expression, Literal } from 'acorn';

/** A text that an operator would put in the place of a range. */
interface Replacement {
  start: number;
  end: number;
  after: string;
}

/** A node with where it stands in its program. */
export interface MutationSite {
  readonly source: string;
  readonly node: AnyNode;
  /** Enclosing nodes, outermost first, without `node`. */
  readonly ancestors: readonly AnyNode[];
  /** Names that the program gives new values: targets of assignments, `++` and `--`. */
  readonly variables: ReadonlySet<string>;
  /** Start of the token `text` between two offsets, or -1. */
  tokenBetween(from: number, to: number, text: string): number;
}

/** One mutation operator. */
interface MutationOperator {
  /** Kinds of nodes at which it may offer something. */
  readonly nodes: readonly AnyNode['type'][];
  /**
   * For operators whose texts name parts of one program: how the two sides are written when edits
   * of different programs are counted together, the shorter text first.
   */
  readonly pattern?: readonly [shorter: string, longer: string];
  /** What it offers at such a node. */
  offer(site: MutationSite): Replacement[];
}

/** Larger literals are identifiers or sizes in disguise; one more or less is no plausible fault. */
const LARGEST_NUMBER = 1000;

/** Each comparison with its neighbour at the boundary and its opposite. */
const RELATIONAL = new Map([
  ['<', ['<=', '>=']],
  ['<=', ['<', '>']],
  ['>', ['>=', '<=']],
  ['>=', ['>', '<']],
]);

const EQUALITY = pairs([
  ['===', '!=='],
  ['==', '!='],
]);

// Only operators of equal precedence are exchanged, so the rest of the program parses as before.
const ARITHMETIC = new Map([
  ['+', ['-']],
  ['-', ['+']],
  ['*', ['/']],
  ['/', ['*', '%']],
  ['%', ['/']],
]);

const COMPOUND_ASSIGNMENT = pairs([
  ['+=', '-='],
  ['*=', '/='],
]);

/** To the left and to the right; the two ways to the right differ for negative numbers only. */
const SHIFT = new Map([
  ['<<', ['>>', '>>>']],
  ['>>', ['<<']],
  ['>>>', ['<<']],
]);

const ASSIGNMENT = pairs([['=', '+=']]);

const ITERATION = pairs([['of', 'in']]);

const QUANTIFIERS = pairs([['+', '*']]);

const METHODS = pairs([
  ['min', 'max'],
  ['push', 'unshift'],
  ['pop', 'shift'],
  ['every', 'some'],
  ['floor', 'ceil'],
  ['indexOf', 'lastIndexOf'],
  ['find', 'findLast'],
  ['findIndex', 'findLastIndex'],
  ['startsWith', 'endsWith'],
  ['padStart', 'padEnd'],
  ['trimStart', 'trimEnd'],
  ['toUpperCase', 'toLowerCase'],
  ['map', 'flatMap'],
  ['reduce', 'reduceRight'],
  ['keys', 'values'],
  ['replace', 'replaceAll'],
]);

const STRINGS = pairs([
  ["''", "' '"],
  ["','", "', '"],
]);

/** Methods that answer yes or no: their calls can be negated outside conditions too. */
const PREDICATES = new Set([
  'includes',
  'has',
  'some',
  'every',
  'startsWith',
  'endsWith',
  'test',
  'isInteger',
]);

/** Every operator by name. The order is of no consequence. */
const MUTATION_OPERATORS: Readonly<Record<string, MutationOperator>> = {
  /** `<` and its like, to the neighbour at the boundary or to the opposite. */
  relational: {
    nodes: ['BinaryExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'BinaryExpression') return [];
      return swapInfix(site, node.left.end, node.right.start, node.operator, RELATIONAL);
    },
  },

  /** `===` and `!==`. */
  equality: {
    nodes: ['BinaryExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'BinaryExpression') return [];
      return swapInfix(site, node.left.end, node.right.start, node.operator, EQUALITY);
    },
  },

  /** Arithmetic, alone and with assignment. Text is joined with `+` only, so it is left alone. */
  arithmetic: {
    nodes: ['BinaryExpression', 'AssignmentExpression'],
    offer(site) {
      const { node } = site;
      if (node.type === 'BinaryExpression') {
        if (isText(node.left) || isText(node.right)) return [];
        return swapInfix(site, node.left.end, node.right.start, node.operator, ARITHMETIC);
      }
      if (node.type !== 'AssignmentExpression' || inLoopUpdate(site) || isText(node.right)) return [];
      return swapInfix(site, node.left.end, node.right.start, node.operator, COMPOUND_ASSIGNMENT);
    },
  },

  /** `=` and `+=`, where the value may be something that is added up. */
  assignment: {
    nodes: ['AssignmentExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'AssignmentExpression' || inLoopUpdate(site) || !isAddend(node.right)) return [];
      if (node.left.type !== 'Identifier' && node.left.type !== 'MemberExpression') return [];
      return swapInfix(site, node.left.end, node.right.start, node.operator, ASSIGNMENT);
    },
  },

  /** Shifts of bits to the left and to the right. */
  shift: {
    nodes: ['BinaryExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'BinaryExpression') return [];
      return swapInfix(site, node.left.end, node.right.start, node.operator, SHIFT);
    },
  },

  /** A sum as a factor, and the same without its parentheses. */
  grouping: {
    nodes: ['BinaryExpression'],
    pattern: ['a + b * c', '(a + b) * c'],
    offer(site) {
      const { node, source } = site;
      const parent = site.ancestors.at(-1);
      // Next to another operator the parts could be grouped with that one.
      if (node.type !== 'BinaryExpression' || parent?.type === 'BinaryExpression') return [];
      const { left, right, start, end } = node;
      const text = source.slice(start, end);
      if (FACTORS.has(node.operator) && left.type === 'BinaryExpression' && TERMS.has(left.operator)) {
        const sum = source.slice(left.start, left.end);
        const rest = source.slice(left.end + 1, end);
        return text === `(${sum})${rest}` ? [{ start, end, after: sum + rest }] : [];
      }
      if (TERMS.has(node.operator) && right.type === 'BinaryExpression' && FACTORS.has(right.operator)) {
        // A parenthesis around the product is no part of its range.
        if (right.end !== end) return [];
        const sumEnd = right.left.end;
        return [{ start, end, after: `(${source.slice(start, sumEnd)})${source.slice(sumEnd, end)}` }];
      }
      return [];
    },
  },

  /** `++` and `--`, except where they drive a `for`: there the other one never ends. */
  update: {
    nodes: ['UpdateExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'UpdateExpression' || inLoopUpdate(site)) return [];
      const start = node.prefix ? node.start : node.end - 2;
      return [{ start, end: start + 2, after: node.operator === '++' ? '--' : '++' }];
    },
  },

  /** `&&` and `||`; `||` and `??` where a value is chosen and no parenthesis would be needed. */
  logical: {
    nodes: ['LogicalExpression'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'LogicalExpression') return [];
      const choosesValue =
        site.ancestors.at(-1)?.type !== 'LogicalExpression' &&
        node.left.type !== 'LogicalExpression' &&
        node.right.type !== 'LogicalExpression' &&
        !isCondition(site);
      const table = new Map([
        ['&&', ['||']],
        ['||', choosesValue ? ['&&', '??'] : ['&&']],
        ['??', choosesValue ? ['||'] : []],
      ]);
      return swapInfix(site, node.left.end, node.right.start, node.operator, table);
    },
  },

  /**
   * Adds or removes `!` before a condition. Comparisons are left to `relational` and `equality`,
   * the test of `?:` to `branches`, which offer the same change.
   */
  negation: {
    nodes: [
      'UnaryExpression',
      'Identifier',
      'MemberExpression',
      'CallExpression',
      'LogicalExpression',
      'BinaryExpression',
    ],
    pattern: ['x', '!x'],
    offer(site) {
      const { node, source } = site;
      const removes = node.type === 'UnaryExpression' && node.operator === '!';
      const operand = removes ? node.argument : node;
      const negated = negationOf(operand, source);
      if (negated === null) return [];
      const parent = site.ancestors.at(-1);
      if (parent?.type === 'ConditionalExpression' && parent.test === node) return [];
      // Without its parentheses a logical operand would fall apart among other logical operators.
      const alone = parent?.type !== 'LogicalExpression' || operand.type !== 'LogicalExpression';
      const offered = isCondition(site) ? alone : isPredicateCall(operand) && isSlot(site);
      if (!offered) return [];
      if (!removes) return [{ start: node.start, end: node.end, after: negated }];
      if (source.slice(node.start, node.end) !== negated) return [];
      return [{ start: node.start, end: node.end, after: source.slice(operand.start, operand.end) }];
    },
  },

  /** A whole number, one more and one less. */
  number: {
    nodes: ['Literal'],
    offer(site) {
      const { node, source } = site;
      const value = node.type === 'Literal' ? node.value : null;
      if (typeof value !== 'number' || !Number.isInteger(value) || value > LARGEST_NUMBER) return [];
      if (source.slice(node.start, node.end) !== String(value) || isPropertyKey(site) || inLoopUpdate(site)) {
        return [];
      }
      const parent = site.ancestors.at(-1);
      // Nobody writes that they add nothing; and a step of nothing never ends.
      const added =
        (parent?.type === 'AssignmentExpression' && parent.operator !== '=') ||
        (parent?.type === 'BinaryExpression' && (parent.operator === '+' || parent.operator === '-')) ||
        parent?.type === 'UnaryExpression';
      const smallest = added ? 1 : 0;
      return [value - 1, value + 1]
        .filter((other) => value >= smallest && other >= smallest && other <= LARGEST_NUMBER)
        .map((other) => ({ start: node.start, end: node.end, after: String(other) }));
    },
  },

  /** The sign of 1 and Infinity, where such a value is passed on. */
  sign: {
    nodes: ['UnaryExpression', 'Literal', 'Identifier'],
    offer(site) {
      const { node, source } = site;
      const removes = node.type === 'UnaryExpression' && node.operator === '-';
      const operand = removes ? node.argument : node;
      const text = source.slice(operand.start, operand.end);
      const isOne = operand.type === 'Literal' && text === '1';
      const isInfinity = operand.type === 'Identifier' && text === 'Infinity';
      if (!(isOne || isInfinity) || !isSlot(site)) return [];
      if (!removes) return [{ start: node.start, end: node.end, after: `-${text}` }];
      if (source.slice(node.start, node.end) !== `-${text}`) return [];
      return [{ start: node.start, end: node.end, after: text }];
    },
  },

  /** `true` and `false`. */
  boolean: {
    nodes: ['Literal'],
    offer({ node }) {
      if (node.type !== 'Literal' || typeof node.value !== 'boolean') return [];
      return [{ start: node.start, end: node.end, after: String(!node.value) }];
    },
  },

  /** An empty text and a space, a comma with and without its space. */
  string: {
    nodes: ['Literal'],
    offer(site) {
      const { node, source } = site;
      if (node.type !== 'Literal' || isPropertyKey(site)) return [];
      const others = STRINGS.get(source.slice(node.start, node.end)) ?? [];
      return others.map((after) => ({ start: node.start, end: node.end, after }));
    },
  },

  /** `null` and `undefined`, which loose comparison does not tell apart. */
  absence: {
    nodes: ['Literal', 'Identifier'],
    offer(site) {
      const { node, source } = site;
      const { start, end } = node;
      const text = source.slice(start, end);
      if (text !== 'null' && text !== 'undefined') return [];
      const parent = site.ancestors.at(-1);
      if (parent?.type === 'MemberExpression' || isPropertyKey(site)) return [];
      if (parent?.type === 'BinaryExpression' && (parent.operator === '==' || parent.operator === '!=')) {
        return [];
      }
      return [{ start, end, after: text === 'null' ? 'undefined' : 'null' }];
    },
  },

  /** `+` and `*` in a regular expression: at least one, or any number. */
  quantifier: {
    nodes: ['Literal'],
    offer({ node }) {
      if (node.type !== 'Literal' || !node.regex) return [];
      const first = node.start + 1;
      return patternSyntax(node.regex.pattern).flatMap(({ offset, character }) =>
        (QUANTIFIERS.get(character) ?? []).map((after) => ({
          start: first + offset,
          end: first + offset + 1,
          after,
        })),
      );
    },
  },

  /** `^` at the start and `$` at the end of a regular expression, there or not. */
  anchor: {
    nodes: ['Literal'],
    offer({ node }) {
      if (node.type !== 'Literal' || !node.regex) return [];
      const { pattern } = node.regex;
      const syntax = patternSyntax(pattern);
      const [first, last] = [syntax[0], syntax.at(-1)];
      const start = node.start + 1;
      const end = start + pattern.length;
      const startAnchored = first?.character === '^' && first.offset === 0;
      const endAnchored = last?.character === '$' && last.offset === pattern.length - 1;
      return [
        startAnchored ? { start, end: start + 1, after: '' } : { start, end: start, after: '^' },
        endAnchored ? { start: end - 1, end, after: '' } : { start: end, end, after: '$' },
        // Two slashes would be a comment.
      ].filter(({ after }) => after !== '' || pattern.length > 1);
    },
  },

  /** A method called by name and the one it is confused with. */
  method: {
    nodes: ['CallExpression'],
    offer({ node }) {
      if (node.type !== 'CallExpression') return [];
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') {
        return [];
      }
      const { start, end, name } = callee.property;
      return (METHODS.get(name) ?? []).map((after) => ({ start, end, after }));
    },
  },

  /** The two arguments of a call, exchanged. */
  arguments: {
    nodes: ['CallExpression'],
    pattern: ['a, b', 'b, a'],
    offer({ node, source }) {
      if (node.type !== 'CallExpression' || isCommutative(node)) return [];
      const [first, second, ...rest] = node.arguments;
      if (first === undefined || second === undefined || rest.length > 0) return [];
      return MOVABLE.has(first.type) && MOVABLE.has(second.type) ? exchange(source, first, second) : [];
    },
  },

  /** The two elements of a pair, exchanged. Constants are a table's contents. */
  elements: {
    nodes: ['ArrayExpression'],
    pattern: ['a, b', 'b, a'],
    offer({ node, source }) {
      if (node.type !== 'ArrayExpression') return [];
      const [first, second, ...rest] = node.elements;
      if (!first || !second || rest.length > 0) return [];
      if (first.type === 'Literal' && second.type === 'Literal') return [];
      return MOVABLE.has(first.type) && MOVABLE.has(second.type) ? exchange(source, first, second) : [];
    },
  },

  /** The only element of an array, or the only argument of a method that takes any number, spread. */
  spread: {
    nodes: ['SpreadElement', 'Identifier', 'MemberExpression', 'CallExpression'],
    pattern: ['x', '...x'],
    offer(site) {
      const { node, source } = site;
      if (!isOnlyItem(site)) return [];
      const removes = node.type === 'SpreadElement';
      const operand = removes ? node.argument : node;
      if (operand.type === 'Literal' || !ATOMIC.has(operand.type)) return [];
      const { start, end } = node;
      const text = source.slice(operand.start, operand.end);
      if (!removes) return [{ start, end, after: `...${text}` }];
      return source.slice(start, end) === `...${text}` ? [{ start, end, after: text }] : [];
    },
  },

  /** The part of a list or text from a position on, and the part before it. */
  slice: {
    nodes: ['CallExpression'],
    pattern: ['x', '0, x'],
    offer({ node, source }) {
      if (node.type !== 'CallExpression' || !SLICES.has(methodOf(node) ?? '')) return [];
      const [first, second, ...rest] = node.arguments;
      if (first === undefined || rest.length > 0) return [];
      const position = second ?? first;
      if (!MOVABLE.has(position.type)) return [];
      const text = source.slice(position.start, position.end);
      const { start } = first;
      const { end } = position;
      if (second === undefined) return [{ start, end, after: `0, ${text}` }];
      return source.slice(start, end) === `0, ${text}` ? [{ start, end, after: text }] : [];
    },
  },

  /** The elements of a list, and its indices. */
  iteration: {
    nodes: ['ForOfStatement', 'ForInStatement'],
    offer(site) {
      const { node } = site;
      if (node.type !== 'ForOfStatement' && node.type !== 'ForInStatement') return [];
      if (node.type === 'ForOfStatement' && node.await) return [];
      const keyword = node.type === 'ForOfStatement' ? 'of' : 'in';
      return swapInfix(site, node.left.end, node.right.start, keyword, ITERATION);
    },
  },

  /** The two operands of `-`, `/` or `%`, exchanged. */
  operands: {
    nodes: ['BinaryExpression'],
    pattern: ['a, b', 'b, a'],
    offer({ node, source }) {
      if (node.type !== 'BinaryExpression' || !['-', '/', '%'].includes(node.operator)) return [];
      const { left, right } = node;
      return ATOMIC.has(left.type) && ATOMIC.has(right.type) ? exchange(source, left, right) : [];
    },
  },

  /** The two branches of `?:`, exchanged. With a comparison as test, its opposite does the same. */
  branches: {
    nodes: ['ConditionalExpression'],
    pattern: ['a : b', 'b : a'],
    offer({ node, source }) {
      if (node.type !== 'ConditionalExpression' || isComparison(node.test)) return [];
      return exchange(source, node.consequent, node.alternate);
    },
  },

  /** An index that moves, and the one after it. */
  index: {
    nodes: ['Identifier', 'BinaryExpression'],
    pattern: ['i', 'i + 1'],
    offer(site) {
      const { node } = site;
      const parent = site.ancestors.at(-1);
      if (parent?.type !== 'MemberExpression' || !parent.computed || parent.property !== node) return [];
      return toggleSuffix(
        site,
        ' + 1',
        (base) => base.type === 'Identifier' && site.variables.has(base.name),
      );
    },
  },

  /** The length of something, and one less, where it bounds a comparison or is passed on. */
  length: {
    nodes: ['MemberExpression', 'BinaryExpression'],
    pattern: ['length', 'length - 1'],
    offer(site) {
      const parent = site.ancestors.at(-1);
      const bounds = parent?.type === 'BinaryExpression' && RELATIONAL.has(parent.operator);
      if (!bounds && !isSlot(site)) return [];
      return toggleSuffix(
        site,
        ' - 1',
        (base) =>
          base.type === 'MemberExpression' &&
          !base.computed &&
          base.property.type === 'Identifier' &&
          base.property.name === 'length',
      );
    },
  },

  /** `break` and `continue` of the same loop. */
  jump: {
    nodes: ['BreakStatement', 'ContinueStatement'],
    offer(site) {
      const { node } = site;
      if ((node.type !== 'BreakStatement' && node.type !== 'ContinueStatement') || node.label) return [];
      const target = site.ancestors.findLast(({ type }) => type === 'SwitchStatement' || LOOPS.has(type));
      if (target === undefined || !LOOPS.has(target.type)) return [];
      const [before, after] = node.type === 'BreakStatement' ? ['break', 'continue'] : ['continue', 'break'];
      return [{ start: node.start, end: node.start + before.length, after }];
    },
  },
};

/** How an operator's two texts are counted over programs; null when they are counted as they are. */
export function patternOf(operator: string): readonly [shorter: string, longer: string] | null {
  return MUTATION_OPERATORS[operator]?.pattern ?? null;
}

const OPERATORS_BY_NODE = new Map<string, [string, MutationOperator][]>();
for (const [name, operator] of Object.entries(MUTATION_OPERATORS)) {
  for (const type of operator.nodes) {
    OPERATORS_BY_NODE.set(type, [...(OPERATORS_BY_NODE.get(type) ?? []), [name, operator]]);
  }
}

/** The operators, with their names, that may offer something at a kind of node. */
export function operatorsAt(type: AnyNode['type']): readonly (readonly [string, MutationOperator])[] {
  return OPERATORS_BY_NODE.get(type) ?? [];
}

const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
]);

/** Expressions that bind at least as tightly as any operator. */
const ATOMIC = new Set(['Identifier', 'MemberExpression', 'CallExpression', 'Literal']);

/** Arguments that can stand in each other's place; functions and spreads are told apart at sight. */
const MOVABLE = new Set([...ATOMIC, 'BinaryExpression', 'UnaryExpression', 'TemplateLiteral']);

const FACTORS = new Set(['*', '/', '%']);
const TERMS = new Set(['+', '-']);

/** Methods that take a part of a list or text, from one position to another. */
const SLICES = new Set(['slice', 'substring', 'subarray']);

/** Methods that take any number of arguments of one kind. */
const VARIADIC = new Set(['push', 'unshift', 'max', 'min']);

/** A table in which each text of a pair leads to the other. */
function pairs(list: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  return new Map(list.flatMap(([a, b]) => [[a, [b]] as const, [b, [a]] as const]));
}

/** Replaces the operator between two operands; only where spaces set it off, so no tokens can merge. */
function swapInfix(
  site: MutationSite,
  from: number,
  to: number,
  operator: string,
  table: ReadonlyMap<string, readonly string[]>,
): Replacement[] {
  const others = table.get(operator) ?? [];
  if (others.length === 0) return [];
  const start = site.tokenBetween(from, to, operator);
  const end = start + operator.length;
  if (start < 0 || !isBlank(site.source[start - 1]) || !isBlank(site.source[end])) return [];
  return others.map((after) => ({ start, end, after }));
}

/** Exchanges two ranges and keeps what stands between them. */
function exchange(source: string, first: AnyNode, second: AnyNode): Replacement[] {
  const a = source.slice(first.start, first.end);
  const b = source.slice(second.start, second.end);
  if (a === b) return [];
  const after = b + source.slice(first.end, second.start) + a;
  return [{ start: first.start, end: second.end, after }];
}

/** Adds a suffix such as ` + 1` to an expression, or takes it off where it is written exactly so. */
function toggleSuffix(site: MutationSite, suffix: string, isBase: (base: AnyNode) => boolean): Replacement[] {
  const { node, source } = site;
  const { start, end } = node;
  const text = source.slice(start, end);
  if (isBase(node)) return [{ start, end, after: text + suffix }];
  if (node.type !== 'BinaryExpression' || !isBase(node.left)) return [];
  const base = source.slice(node.left.start, node.left.end);
  return text === base + suffix ? [{ start, end, after: base }] : [];
}

/** The one way in which an operand is negated here; null for what this operator leaves alone. */
function negationOf(operand: AnyNode, source: string): string | null {
  const text = source.slice(operand.start, operand.end);
  switch (operand.type) {
    case 'Identifier':
    case 'MemberExpression':
    case 'CallExpression':
      return `!${text}`;
    case 'LogicalExpression':
      return operand.operator === '??' ? null : `!(${text})`;
    case 'BinaryExpression':
      return operand.operator === 'instanceof' || operand.operator === 'in' ? `!(${text})` : null;
    default:
      return null;
  }
}

/** Whether the site decides a branch: a test, or an operand of `&&` and `||` within one. */
function isCondition({ node, ancestors }: MutationSite): boolean {
  let child = node;
  for (const parent of ancestors.toReversed()) {
    if (
      parent.type === 'IfStatement' ||
      parent.type === 'WhileStatement' ||
      parent.type === 'DoWhileStatement' ||
      parent.type === 'ForStatement' ||
      parent.type === 'ConditionalExpression'
    ) {
      return parent.test === child;
    }
    if (parent.type !== 'LogicalExpression' || parent.operator === '??') return false;
    child = parent;
  }
  return false;
}

/** Whether the site is a whole value that is passed on, so that any expression can stand there. */
function isSlot({ node, ancestors }: MutationSite): boolean {
  const parent = ancestors.at(-1);
  switch (parent?.type) {
    case 'ReturnStatement':
    case 'ArrayExpression':
      return true;
    case 'VariableDeclarator':
      return parent.init === node;
    case 'AssignmentExpression':
      return parent.operator === '=' && parent.right === node;
    case 'CallExpression':
      return parent.callee !== node;
    case 'ConditionalExpression':
      return parent.test !== node;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    default:
      return false;
  }
}

/** Whether the site lies in what a `for` does between two rounds. */
function inLoopUpdate({ node, ancestors }: MutationSite): boolean {
  const path = [...ancestors, node];
  return path.some((parent, i) => parent.type === 'ForStatement' && parent.update === path[i + 1]);
}

function isPropertyKey({ node, ancestors }: MutationSite): boolean {
  const parent = ancestors.at(-1);
  const keyed =
    parent?.type === 'Property' ||
    parent?.type === 'PropertyDefinition' ||
    parent?.type === 'MethodDefinition';
  return keyed && parent.key === node;
}

/** Whether the site is the only element of an array or the only argument of a variadic method. */
function isOnlyItem({ node, ancestors }: MutationSite): boolean {
  const parent = ancestors.at(-1);
  if (parent?.type === 'ArrayExpression') return parent.elements.length === 1;
  if (parent?.type !== 'CallExpression' || parent.callee === node) return false;
  return parent.arguments.length === 1 && VARIADIC.has(methodOf(parent) ?? '');
}

/** Whether an expression may be a number or a text that is added to another. */
function isAddend(node: AnyNode): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number';
  return ATOMIC.has(node.type) || (node.type === 'BinaryExpression' && !isComparison(node));
}

function isComparison(node: AnyNode): boolean {
  return node.type === 'BinaryExpression' && (RELATIONAL.has(node.operator) || EQUALITY.has(node.operator));
}

function isText(node: AnyNode): boolean {
  return (
    node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof (node as Literal).value === 'string')
  );
}

function isPredicateCall(node: AnyNode): boolean {
  return node.type === 'CallExpression' && PREDICATES.has(methodOf(node) ?? '');
}

/** Name of the method that a call names, if it names one. */
function methodOf({ callee }: CallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  return callee.property.type === 'Identifier' ? callee.property.name : null;
}

/**
 * The characters of a regular expression's pattern that are neither escaped nor in a class, with
 * their places.
 */
function patternSyntax(pattern: string): { offset: number; character: string }[] {
  const syntax: { offset: number; character: string }[] = [];
  let inClass = false;
  for (let offset = 0; offset < pattern.length; offset += 1) {
    const character = pattern[offset] as string;
    if (character === '\\') {
      offset += 1;
      continue;
    }
    if (!inClass) syntax.push({ offset, character });
    if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
  }
  return syntax;
}

/** Whether exchanging the arguments of a call cannot change anything. */
function isCommutative(call: CallExpression): boolean {
  const callee: Expression | AnyNode = call.callee;
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    ['min', 'max', 'imul', 'hypot'].includes(callee.property.name)
  );
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\n';
}
