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
  const stored = (kind) => {
    try {
      const value = localStorage.getItem(`quirkat-${kind}`);
      return value && CHOICES[kind].includes(value) ? value : CHOICES[kind][0];
    } catch {
      return CHOICES[kind][0];
    }
  };
  // A link may select the theme of the board; the stored choice of the visitor does not change.
  const query = new URLSearchParams(location.search);
  /** @param {Kind} kind */
  const linked = (kind) => {
    const value = kind === "theme" ? null : query.get(kind);
    return value && CHOICES[kind].includes(value) ? value : null;
  };
  /** @type {(kind: Kind, value: string) => void} */
  const store = (kind, value) => {
    try {
      localStorage.setItem(`quirkat-${kind}`, value);
    } catch {}
  };
  const apply = () => {
    for (const kind of KINDS) root.dataset[kind] = linked(kind) ?? stored(kind);
  };

  // The server draws pictures; their address contains a theme other than the default.
  // Pictures, like boards, follow the system's preference for more contrast.
  const more = matchMedia("(prefers-contrast: more)");
  const updatePictures = () => {
    const { board, pieces } = more.matches ? { board: "contrast", pieces: "flat" } : root.dataset;
    /** @type {NodeListOf<HTMLImageElement>} */
    const pictures = document.querySelectorAll('img[src*="/image/"]');
    for (const picture of pictures) {
      const url = new URL(picture.src);
      for (const kind of /** @type {const} */ (["board", "pieces"])) {
        const theme = (kind === "board" ? board : pieces) ?? CHOICES[kind][0];
        if ((url.searchParams.get(kind) ?? CHOICES[kind][0]) !== theme) url.searchParams.set(kind, theme);
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
      store(kind, value);
      updatePictures();
    });
    const swatch = document.createElement("span");
    swatch.className = `swatch ${kind}-${value}`;
    label.append(input, swatch, words);
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

  // A menu closes on Escape, and on a click or focus outside of it.
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

  // Another tab of the site may change the themes.
  addEventListener("storage", (event) => {
    if (event.key && !event.key.startsWith("quirkat-")) return;
    apply();
    updatePictures();
    /** @type {NodeListOf<HTMLInputElement>} */
    const inputs = document.querySelectorAll("#look input");
    for (const input of inputs) {
      input.checked = input.value === root.dataset[input.name.replace("look-", "")];
    }
  });

  more.addEventListener("change", updatePictures);

  root.classList.add("js");
  apply();
  // Sets the theme of a picture while the page is loading, so that the default never appears first.
  const arriving = new MutationObserver(updatePictures);
  arriving.observe(root, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", () => {
    arriving.disconnect();
    fill();
    updatePictures();
    /** @type {NodeListOf<HTMLDetailsElement>} */
    const menus = document.querySelectorAll(".menu");
    menus.forEach(closing);
  });
}
