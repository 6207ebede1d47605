// Tabs: shows one of several panes, selected by a click or by the arrow keys.

/** @param {HTMLElement} list the tabs, each with the id of its pane in aria-controls */
export function tabs(list) {
  const all = /** @type {HTMLElement[]} */ ([...list.children]);
  const choose = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of all) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      const pane = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      if (pane) pane.hidden = !isChosen;
    }
  };
  for (const [place, tab] of all.entries()) {
    /** @type {Record<string, number>} */
    const targets = { ArrowLeft: place - 1, ArrowRight: (place + 1) % all.length, Home: 0, End: -1 };
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const next = all.at(targets[event.key] ?? place);
      if (!next || !(event.key in targets)) return;
      event.preventDefault();
      choose(next);
      next.focus();
    });
  }
}
