const compact = (text) => text.replace(/[\s-]/g, '').toUpperCase();

/** Check character of the nine leading digits of an ISBN-10, possibly `X`. */
export function checkCharacter10(digits) {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** Check digit of the twelve leading digits of an ISBN-13. */
export function checkDigit13(digits) {
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return String((10 - (sum % 10)) % 10);
}

/** Kind of a valid ISBN, 10 or 13, or 0 when it is not valid. Hyphens do not matter. */
export function isbnKind(text) {
  const isbn = compact(text);
  if (/^\d{9}[\dX]$/.test(isbn)) return isbn[9] === checkCharacter10(isbn.slice(0, 9)) ? 10 : 0;
  if (!/^97[89]\d{10}$/.test(isbn)) return 0;
  return isbn[12] === checkDigit13(isbn.slice(0, 12)) ? 13 : 0;
}

/** The ISBN-13 of any valid ISBN, without hyphens; throws a RangeError for others. */
export function toIsbn13(text) {
  const kind = isbnKind(text);
  if (kind === 0) throw new RangeError(`not an ISBN: ${text}`);
  if (kind === 13) return compact(text);
  const body = '978' + compact(text).slice(0, 9);
  return body + checkDigit13(body);
}
