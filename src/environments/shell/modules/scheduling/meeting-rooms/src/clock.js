/** Minutes since midnight of a 24-hour time such as `09:45`; `24:00` ends the day. */
export function toMinutes(time) {
  const match = /^(\d{1,2}):(\d{2})$/.exec(time);
  const minutes = match ? Number(match[1]) * 60 + Number(match[2]) : NaN;
  if (!(minutes <= 1440) || Number(match[2]) > 59) throw new RangeError(`bad time: ${time}`);
  return minutes;
}
