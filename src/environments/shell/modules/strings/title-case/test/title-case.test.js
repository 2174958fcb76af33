import assert from 'node:assert/strict';
import test from 'node:test';
import { camelCase, snakeCase, splitWords, titleCase } from '../src/title-case.js';

test('splits at spaces, underscores and hyphens', () => {
  assert.deepEqual(splitWords(' one two_three--four '), ['one', 'two', 'three', 'four']);
  assert.deepEqual(splitWords(''), []);
});

test('splits where the case steps up', () => {
  assert.deepEqual(splitWords('camelCaseText'), ['camel', 'Case', 'Text']);
  assert.deepEqual(splitWords('area51Zone'), ['area51', 'Zone']);
});

test('keeps acronyms together and splits behind them', () => {
  assert.deepEqual(splitWords('parseHTMLPage'), ['parse', 'HTML', 'Page']);
  assert.deepEqual(splitWords('HTML'), ['HTML']);
});

test('camel case lowers the first word and capitalises the rest', () => {
  assert.equal(camelCase('Parse html page'), 'parseHtmlPage');
  assert.equal(camelCase('XML_FILE_name'), 'xmlFileName');
  assert.equal(camelCase('word'), 'word');
});

test('snake case joins lower-case words with underscores', () => {
  assert.equal(snakeCase('parseHTMLPage'), 'parse_html_page');
  assert.equal(snakeCase('Already-Split words'), 'already_split_words');
});

test('title case capitalises words', () => {
  assert.equal(titleCase('hello wORld'), 'Hello W O Rld');
  assert.equal(titleCase('war_and_peace'), 'War and Peace');
});

test('title case lowers small words in the middle only', () => {
  assert.equal(titleCase('the lord of The rings'), 'The Lord of the Rings');
  assert.equal(titleCase('something to sit on'), 'Something to Sit On');
});

test('title case keeps acronyms', () => {
  assert.equal(titleCase('the NASA budget'), 'The NASA Budget');
});

test('a lone letter is an ordinary word', () => {
  assert.equal(titleCase('plan A works'), 'Plan a Works');
  assert.equal(titleCase('x'), 'X');
});

test('an acronym spelled like a small word is lowered in the middle', () => {
  assert.equal(titleCase('word OR word'), 'Word or Word');
  assert.equal(titleCase('OR gate'), 'OR Gate');
});
