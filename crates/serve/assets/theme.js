// The themes of the page and of the board, and what boards show. A classic script in the head: a module would run after
// the first paint.
{
  const CHOICES = {
    theme: ["auto", "light", "dark", "contrast"],
    board: ["wood", "stone", "paper", "contrast"],
    pieces: ["turned", "pebbles", "flat"],
    squares: ["usual", "letters", "numbers"],
    coordinates: ["on", "off"],
    choices: ["on", "off"],
    last: ["on", "off"],
    animation: ["normal", "fast", "off"],
    zen: ["off", "on"],
  };
  /** @typedef {keyof typeof CHOICES} Kind */
  const KINDS = /** @type {Kind[]} */ (Object.keys(CHOICES));
  /** Kinds that a check box switches. @type {Kind[]} */
  const SWITCHES = ["coordinates", "choices", "last"];
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
    const value = kind === "board" || kind === "pieces" ? query.get(kind) : null;
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
  // The server names squares in its sentences by a cookie; without one it uses the names of the game.
  const setSquaresCookie = () => {
    const { squares = "usual", base = "" } = root.dataset;
    const age = squares === "usual" ? 0 : 400 * 24 * 3600;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API works over HTTPS only.
    document.cookie = `quirkat-squares=${squares}; path=${base}/; max-age=${age}; samesite=lax`;
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

  /** @type {(kind: Kind, value: string) => void} */
  const choose = (kind, value) => {
    root.dataset[kind] = value;
    query.delete(kind);
    store(kind, value);
    updatePictures();
    if (kind === "squares") {
      setSquaresCookie();
      dispatchEvent(new Event("quirkat-squares"));
    }
  };

  /** @type {(type: "radio" | "checkbox", kind: Kind, value: string, ...parts: (Node | string)[]) => HTMLElement} */
  const choice = (type, kind, value, ...parts) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type, name: `look-${kind}`, value, checked: value === root.dataset[kind] });
    input.addEventListener("change", () => choose(kind, input.checked ? value : "off"));
    label.append(input, ...parts);
    return label;
  };

  /** @type {(kind: Kind, value: string) => HTMLElement} */
  const swatch = (kind, value) => {
    const sample = document.createElement("span");
    sample.className = `swatch ${kind}-${value}`;
    return sample;
  };

  /** @type {(words: string, choices: HTMLElement[]) => HTMLElement} */
  const group = (words, choices) => {
    const set = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = words;
    set.append(legend, ...choices);
    return set;
  };

  const fill = () => {
    const menu = /** @type {HTMLDetailsElement | null} */ (document.getElementById("look"));
    const words = document.getElementById("words");
    if (!menu || !words) return;
    const texts = JSON.parse(words.textContent);
    /** @type {(kind: Kind, key: string, sample: typeof swatch | null) => HTMLElement} */
    const radios = (kind, key, sample) => {
      const parts = (/** @type {string} */ value) => [
        ...(sample ? [sample(kind, value)] : []),
        texts[`${key}_${value}`],
      ];
      const choices = CHOICES[kind].map((value) => choice("radio", kind, value, ...parts(value)));
      return group(texts[key], choices);
    };
    const switches = SWITCHES.map((kind) => choice("checkbox", kind, "on", texts[`theme_shown_${kind}`]));
    menu
      .querySelector(".menu-body")
      ?.append(
        radios("theme", "theme_page", swatch),
        radios("board", "theme_board", swatch),
        radios("pieces", "theme_pieces", swatch),
        group(texts.theme_shown, switches),
        radios("squares", "theme_squares", null),
        radios("animation", "theme_animation", null),
      );
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

  // Other scripts choose by this event.
  addEventListener("quirkat-look-chosen", ({ detail: { kind, value } }) => choose(kind, value));
  more.addEventListener("change", updatePictures);

  root.classList.add("js");
  apply();
  setSquaresCookie();
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
