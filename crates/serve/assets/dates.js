// Dates as people write them: "today 14:05", "yesterday 9:30", "12 March".

const { lang } = document.documentElement;
/** The visitor's region of the page's language, such as en-US. */
const locale = navigator.languages.find((own) => own.startsWith(`${lang}-`)) ?? (lang === "en" ? "en-GB" : lang);
const DAY = 86_400_000; // in milliseconds
const days = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const date = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
const dateOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric" });
const whole = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "short" });

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
