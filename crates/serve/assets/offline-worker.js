// The service worker: keeps the files of one version of the site, and answers with them without a network. A newer version is
// installed beside it and takes over when no page is open, never during a game.
{
  const scope = /** @type {ServiceWorkerScope} */ (/** @type {unknown} */ (self));
  const { version, language, files, core, more, usual } = SITE;
  /** Returns the path of an address of the site, which is relative to this script in a static site. @param {string} address */
  const pathOf = (address) => new URL(address, location.href).pathname;
  /** Path of the whole site, and that of its pages. */
  const [root, home] = [pathOf("."), pathOf(SITE.home)];
  /** Beginning of the names of this site's caches; an origin may have several sites. */
  const PREFIX = `quirkat ${root} `;
  const CACHE = `${PREFIX}${version} ${language}`;
  /** Cache whose presence says that the visitor wants all pages. */
  const KEPT = `${PREFIX}kept`;
  /** Time after which a page is taken from the cache, in milliseconds. */
  const PATIENCE = 5_000;
  /** Number of pages that are kept after one message. */
  const CHUNK = 20;
  /** Age from which a kept page is fetched again, in milliseconds. */
  const STALE = 86_400_000;
  /** Statuses of proxies whose server does not answer. */
  const UNREACHED = [502, 503, 504];

  /**
   * Fetches an address. Pages are fetched without cookies, so that they contain nothing about the visitor.
   * @param {string} address
   */
  async function take(address) {
    const response = await fetch(address, { credentials: "omit", headers: { "accept-language": language } });
    if (!response.ok) throw new Error(`${address}: status ${response.status}`);
    return response;
  }

  /** Returns the addresses of the pictures and boards in a page. @param {string} page */
  const picturesIn = (page) =>
    [...page.matchAll(/(?:<img[^>]* src|"svg")[=:]"([^"]+)"/g)].map(([, address]) =>
      address.replaceAll(/&(#38|amp);/g, "&"),
    );

  /**
   * Stores an address, and the pictures of a page.
   * @param {Cache} cache
   * @param {string} address path of the file
   */
  async function store(cache, address) {
    const response = await take(address);
    const isPage = response.headers.get("content-type")?.startsWith("text/html");
    const page = isPage ? await response.clone().text() : "";
    await cache.put(address, response);
    for (const found of picturesIn(page)) {
      const picture = new URL(found, new URL(address, location.href)).href;
      // A page without one of its pictures is useful too.
      if (!(await cache.match(picture))) await cache.add(picture).catch(console.info);
    }
  }

  /**
   * Stores addresses that are not stored yet. Returns the number of those left.
   * @param {string[]} addresses
   * @param {number} most maximum number of addresses to store
   */
  async function keep(addresses, most = Infinity) {
    const cache = await caches.open(CACHE);
    const present = new Set((await cache.keys()).map(({ url }) => pathOf(url)));
    const missing = addresses.map(pathOf).filter((address) => !present.has(address));
    for (const address of missing.slice(0, most)) await store(cache, address);
    return Math.max(missing.length - most, 0);
  }

  async function install() {
    await keep([...files, ...core]);
    if (await caches.has(KEPT)) await keep(more);
  }

  /** Removes the files of other versions. */
  async function activate() {
    for (const name of await caches.keys()) {
      if (name.startsWith(PREFIX) && name !== CACHE && name !== KEPT) await caches.delete(name);
    }
    await scope.clients.claim();
  }

  /**
   * Keeps some of all pages, and reports the number of pages left or an error. The page asks again until none is left, since
   * browsers end a worker that works for long on one message.
   * @param {MessagePort} port
   */
  async function keepMore(port) {
    try {
      const left = await keep(more, CHUNK);
      if (left === 0) await caches.open(KEPT);
      port.postMessage({ left });
    } catch (error) {
      port.postMessage({ error: error instanceof Error ? error.name : "" });
    }
  }

  /** Returns a stored response for an address. @param {string | Request} address */
  const stored = (address) => caches.match(address, { ignoreVary: true });

  /**
   * Returns the kept page of an address. A page of other rules is not a copy; other fields of the query are read by scripts.
   * @param {URL} url
   */
  async function pageFor({ pathname, searchParams }) {
    const [folder, name = "", ...others] = pathname.slice(home.length).split("/").filter(Boolean);
    // Folders of a static site have dots for colons.
    const title = name.replace(".", ":");
    const [game] = title.split(":");
    const end = pathname.endsWith("/") ? "/" : "";
    const isUsual = title === usual[game] && others.length === 0;
    const variant = searchParams.get("variant");
    const hasRules = searchParams.has("rule") || (variant && `${game}:${variant}` !== usual[game]);
    if (hasRules && folder !== "local") return undefined;
    return (await stored(pathname)) ?? (isUsual ? stored(`${home}${folder}/${game}${end}`) : undefined);
  }

  /**
   * Answers a navigation without a network: with the kept page, or with a game on this device in place of one on the server.
   * @param {URL} url
   * @param {FormData | null} form
   */
  async function withoutNetwork(url, form) {
    const game = url.pathname.slice(home.length).match(/^new\/([\w-]+)$/)?.[1];
    if (game) {
      const opponent = form?.get("opponent");
      const isLocal = opponent === "engine" || opponent === "here";
      const query = new URLSearchParams({ game });
      for (const [key, value] of form ?? []) {
        if (["variant", "opponent", "level", "side"].includes(key)) query.set(key, String(value));
        if (key.startsWith("opt_") && value) query.append("rule", `${key.slice(4)}=${value}`);
      }
      return Response.redirect(`${pathOf(isLocal ? SITE.play : SITE.list)}?${query}`, 303);
    }
    const list = pathOf(SITE.list);
    // The list keeps the address of the page that it replaces, so that reloading tries again. Links in files are relative
    // to their own address.
    const fallback = SITE.list.startsWith("/") ? await stored(list) : Response.redirect(`${list}?missing`, 303);
    return (await pageFor(url)) ?? fallback ?? Response.error();
  }

  /**
   * Fetches a kept page again if it is old.
   * @param {Response} copy
   */
  async function refresh(copy) {
    const age = Date.now() - Date.parse(copy.headers.get("date") ?? "");
    if (age < STALE) return;
    await store(await caches.open(CACHE), new URL(copy.url).pathname);
  }

  /** @param {FetchEvent} event */
  async function navigate(event) {
    const { request } = event;
    const url = new URL(request.url);
    const isGet = request.method === "GET";
    const form = isGet ? null : request.clone().formData();
    const copy = isGet ? await pageFor(url) : undefined;
    const network = fetch(request);
    try {
      const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
      const response = /** @type {Response} */ (await (copy ? Promise.race([network, late]) : network));
      if (copy && UNREACHED.includes(response.status)) return copy;
      if (copy) event.waitUntil(refresh(copy).catch(console.info));
      return response;
    } catch {
      return withoutNetwork(url, form && (await form.catch(() => null)));
    }
  }

  /**
   * Answers with a stored file, or fetches it.
   * @param {Request} request
   */
  const storedFirst = async (request) => (await stored(request)) ?? fetch(request);

  /**
   * Fetches a file; without a network, answers with the stored one. Pictures are stored in the usual look.
   * @param {Request} request
   */
  async function networkFirst(request) {
    try {
      return await fetch(request);
    } catch (error) {
      const url = new URL(request.url);
      url.searchParams.delete("board");
      url.searchParams.delete("pieces");
      const copy = (await stored(request)) ?? (await stored(url.href));
      if (copy) return copy;
      throw error;
    }
  }

  scope.addEventListener("install", (event) => event.waitUntil(install()));
  scope.addEventListener("activate", (event) => event.waitUntil(activate()));
  scope.addEventListener("message", (event) => {
    if (event.data === "keep") event.waitUntil(keepMore(event.ports[0]));
  });
  scope.addEventListener("fetch", (event) => {
    const { origin, pathname } = new URL(event.request.url);
    if (origin !== location.origin || !pathname.startsWith(root)) return;
    const path = pathname.slice(root.length);
    if (event.request.mode === "navigate") event.respondWith(navigate(event));
    else if (event.request.method !== "GET") return;
    else if (/^(assets|module)\/./.test(path)) event.respondWith(storedFirst(event.request));
    else if (/^(\w\w\/)?((board|image|manifest)\/|workshop\/.*\.toml$)/.test(path))
      event.respondWith(networkFirst(event.request));
  });
}
