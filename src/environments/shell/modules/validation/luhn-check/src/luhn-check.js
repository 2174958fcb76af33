/** Sum of the digits with every second one from the right doubled, nines cast out. */
function luhnSum(digits) {
  let sum = 0;
  let double = false;
  for (let i = digits.length - 1; i >= 0; i--) {
    let value = Number(digits[i]);
    if (double) value = value > 4 ? value * 2 - 9 : value * 2;
    sum += value;
    double = !double;
  }
  return sum;
}

/** Whether a number passes the Luhn check; single spaces or hyphens may group its digits. */
export function luhnValid(text) {
  if (!/^\d+(?:[ -]\d+)*$/.test(text)) return false;
  const digits = text.replace(/[ -]/g, '');
  return digits.length >= 2 && luhnSum(digits) % 10 === 0;
}

/** The digit to append to a payload so that the whole passes the check. */
export function checkDigit(payload) {
  if (!/^\d+$/.test(payload)) throw new TypeError('payload must be digits');
  return (10 - (luhnSum(payload + '0') % 10)) % 10;
}

/** Hides all but the last four digits, keeping the grouping. */
export function maskDigits(text) {
  const total = text.replace(/\D/g, '').length;
  let seen = 0;
  return text.replace(/\d/g, (digit) => {
    seen += 1;
    return seen <= total - 4 ? '*' : digit;
  });
}
