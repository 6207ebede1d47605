// Dates as people write them: "today 14:05", "yesterday 9:30", "12 March".

const { lang } = document.documentElement;
const DAY = 86_400_000; // in milliseconds
const days = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
const time = new Intl.DateTimeFormat(lang, { timeStyle: "short" });
const date = new Intl.DateTimeFormat(lang, { day: "numeric", month: "long" });
const dateOfYear = new Intl.DateTimeFormat(lang, { day: "numeric", month: "long", year: "numeric" });
const whole = new Intl.DateTimeFormat(lang, { dateStyle: "full", timeStyle: "short" });

/** Returns the noon of a moment's day, from which days can be counted. @param {Date} moment */
const noon = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate(), 12).getTime();

/**
 * Describes a moment in a few words.
 * @param {Date} moment
 */
function inWords(moment) {
  const now = new Date();
  const age = Math.round((noon(now) - noon(moment)) / DAY);
  if (age === 0 || age === 1) return `${days.format(-age, "day")} ${time.format(moment)}`;
  return (moment.getFullYear() === now.getFullYear() ? date : dateOfYear).format(moment);
}

/**
 * Writes all times of a page in words.
 * @param {Document} page
 */
export function writeDates(page) {
  for (const element of page.querySelectorAll("time")) {
    const moment = new Date(element.dateTime);
    element.textContent = inWords(moment);
    element.title = whole.format(moment);
  }
}
