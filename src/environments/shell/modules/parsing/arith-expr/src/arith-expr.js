import { tokenize } from './tokens.js';

// Binding level and meaning of the binary operators.
const OPERATORS = {
  '+': [1, (left, right) => left + right],
  '-': [1, (left, right) => left - right],
  '*': [2, (left, right) => left * right],
  '/': [2, (left, right) => left / right],
  '%': [2, (left, right) => left % right],
  '^': [4, (left, right) => left ** right],
};
const UNARY_LEVEL = 3;

/**
 * Evaluates an arithmetic expression with `+ - * / % ^`, parentheses, unary signs
 * and variables. `^` binds tightest and to the right, so `-2^2` is -4.
 * @param {string} source
 * @param {Record<string, number>} [variables]
 * @returns {number}
 */
export function evaluate(source, variables = {}) {
  const tokens = tokenize(source);
  let position = 0;

  function operand() {
    const token = tokens[position++];
    if (token.kind === 'number') return Number(token.text);
    if (token.kind === 'name' && Object.hasOwn(variables, token.text)) return variables[token.text];
    if (token.kind === 'name') throw new ReferenceError(`unknown name ${token.text}`);
    if (token.text === '-') return -expression(UNARY_LEVEL);
    if (token.text === '+') return expression(UNARY_LEVEL);
    if (token.text !== '(') throw new SyntaxError(`unexpected "${token.text}" at ${token.at}`);
    const value = expression(1);
    if (tokens[position++].text !== ')') throw new SyntaxError('missing )');
    return value;
  }

  function expression(minimum) {
    let left = operand();
    for (;;) {
      const operator = tokens[position].text;
      const [level, apply] = OPERATORS[operator] ?? [0];
      if (level < minimum) return left;
      position += 1;
      left = apply(left, expression(operator === '^' ? level : level + 1));
    }
  }

  const result = expression(1);
  if (tokens[position].kind !== 'end') throw new SyntaxError(`unexpected "${tokens[position].text}" at ${tokens[position].at}`);
  return result;
}
