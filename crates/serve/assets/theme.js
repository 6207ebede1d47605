// The themes of the page and of the board. A classic script in the head: a module would run after the first paint.
{
  const CHOICES = {
    theme: ["auto", "light", "dark", "contrast"],
    board: ["wood", "stone", "paper", "contrast"],
    pieces: ["turned", "pebbles", "flat"],
  };
  /** @typedef {keyof typeof CHOICES} Kind */
  const KINDS = /** @type {Kind[]} */ (Object.keys(CHOICES));
  const root = document.documentElement;

  // Without storage, a theme lasts until the page is closed.
  /** @param {Kind} kind */
  const kept = (kind) => {
    try {
      const value = localStorage.getItem(`quirkat-${kind}`);
      return value && CHOICES[kind].includes(value) ? value : CHOICES[kind][0];
    } catch {
      return CHOICES[kind][0];
    }
  };
  // A link may select the look of the board; the visitor's own choice stays stored.
  const query = new URLSearchParams(location.search);
  /** @param {Kind} kind */
  const linked = (kind) => {
    const value = kind === "theme" ? null : query.get(kind);
    return value && CHOICES[kind].includes(value) ? value : null;
  };
  /** @type {(kind: Kind, value: string) => void} */
  const keep = (kind, value) => {
    try {
      localStorage.setItem(`quirkat-${kind}`, value);
    } catch {}
  };
  const apply = () => {
    for (const kind of KINDS) root.dataset[kind] = linked(kind) ?? kept(kind);
  };

  // The server draws pictures; their address names a look other than the default.
  // Who asks the system for more contrast gets the same of them as of boards.
  const more = matchMedia("(prefers-contrast: more)");
  const dressPictures = () => {
    const { board, pieces } = more.matches ? { board: "contrast", pieces: "flat" } : root.dataset;
    /** @type {NodeListOf<HTMLImageElement>} */
    const pictures = document.querySelectorAll('img[src*="/image/"]');
    for (const picture of pictures) {
      const url = new URL(picture.src);
      for (const kind of /** @type {const} */ (["board", "pieces"])) {
        const wanted = (kind === "board" ? board : pieces) ?? CHOICES[kind][0];
        if ((url.searchParams.get(kind) ?? CHOICES[kind][0]) !== wanted) url.searchParams.set(kind, wanted);
      }
      if (picture.src !== url.href) picture.src = url.href;
    }
  };

  /** @type {(kind: Kind, value: string, words: string) => HTMLElement} */
  const choice = (kind, value, words) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: `look-${kind}`, value, checked: value === root.dataset[kind] });
    input.addEventListener("change", () => {
      root.dataset[kind] = value;
      query.delete(kind);
      keep(kind, value);
      dressPictures();
    });
    label.append(input, words);
    return label;
  };

  /** @type {(kind: Kind, words: Record<string, string>) => HTMLElement} */
  const group = (kind, words) => {
    const set = document.createElement("fieldset");
    const legend = document.createElement("legend");
    const name = kind === "theme" ? "theme_page" : `theme_${kind}`;
    legend.textContent = words[name];
    set.append(legend, ...CHOICES[kind].map((value) => choice(kind, value, words[`${name}_${value}`])));
    return set;
  };

  const fill = () => {
    const menu = /** @type {HTMLDetailsElement | null} */ (document.getElementById("look"));
    const words = document.getElementById("words");
    if (!menu || !words) return;
    const texts = JSON.parse(words.textContent);
    menu.querySelector(".menu-body")?.append(...KINDS.map((kind) => group(kind, texts)));
  };

  // A menu closes when people turn to something else.
  /** @type {(menu: HTMLDetailsElement) => void} */
  const closing = (menu) => {
    const close = (/** @type {Event} */ event) => {
      if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.stopPropagation();
      menu.open = false;
      menu.querySelector("summary")?.focus();
    });
  };

  // Another tab of the site may change the look.
  addEventListener("storage", (event) => {
    if (event.key && !event.key.startsWith("quirkat-")) return;
    apply();
    dressPictures();
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = document.querySelectorAll("#look input");
    for (const input of inputs) {
      input.checked = input.value === root.dataset[input.name.replace("look-", "")];
    }
  });

  more.addEventListener("change", dressPictures);

  root.classList.add("js");
  apply();
  // Sets the look of a picture while the page is loading, so that the wrong one never appears.
  const arriving = new MutationObserver(dressPictures);
  arriving.observe(root, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    arriving.disconnect();
    fill();
    dressPictures();
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const menus = document.querySelectorAll(".menu");
    menus.forEach(closing);
  });
}
