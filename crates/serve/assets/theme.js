// The themes of the page and of the board. A classic script in the head: a module would run after the first paint.
{
  const CHOICES = {
    theme: ["auto", "light", "dark", "contrast"],
    board: ["wood", "stone", "plain", "contrast"],
  };
  const root = document.documentElement;

  // A browser may forbid storage: then a theme lasts as long as the page.
  const kept = (kind) => {
    try {
      const value = localStorage.getItem(`quirkat-${kind}`);
      return CHOICES[kind].includes(value) ? value : CHOICES[kind][0];
    } catch {
      return CHOICES[kind][0];
    }
  };
  const keep = (kind, value) => {
    try {
      localStorage.setItem(`quirkat-${kind}`, value);
    } catch {}
  };
  const apply = () => {
    for (const kind of Object.keys(CHOICES)) root.dataset[kind] = kept(kind);
  };

  const choice = (kind, value, words) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "radio", name: `look-${kind}`, value, checked: value === root.dataset[kind] });
    input.addEventListener("change", () => {
      root.dataset[kind] = value;
      keep(kind, value);
    });
    label.append(input, words);
    return label;
  };

  const group = (kind, words) => {
    const set = document.createElement("fieldset");
    const legend = document.createElement("legend");
    const name = kind === "theme" ? "theme_page" : "theme_board";
    legend.textContent = words[name];
    set.append(legend, ...CHOICES[kind].map((value) => choice(kind, value, words[`${name}_${value}`])));
    return set;
  };

  const fill = () => {
    const menu = document.getElementById("look");
    const words = document.getElementById("words");
    if (!menu || !words) return;
    const texts = JSON.parse(words.textContent);
    menu.querySelector(".menu-body").append(...Object.keys(CHOICES).map((kind) => group(kind, texts)));
    const close = (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("focusin", close);
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      event.stopPropagation();
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  };

  // Another tab of the site may change the look.
  addEventListener("storage", (event) => {
    if (event.key && !event.key.startsWith("quirkat-")) return;
    apply();
    for (const input of document.querySelectorAll("#look input")) {
      input.checked = input.value === root.dataset[input.name.replace("look-", "")];
    }
  });

  root.classList.add("js");
  apply();
  document.addEventListener("DOMContentLoaded", fill);
}
