// Service worker that caches a static site, so that it works offline.
// web/site/static_site.py writes VERSION and FILES before this.

const NAME = `kibitz ${registration.scope} ${VERSION}`;
const OLD = `kibitz ${registration.scope} `;

addEventListener("install", (event) => {
  const keep = async () => (await caches.open(NAME)).addAll(FILES);
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(OLD) && name !== NAME);
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const find = async () => {
    const kept = await caches.open(NAME);
    const { origin, pathname } = new URL(request.url);
    const names = [pathname, `${pathname}.html`]; // some servers give play.html as play
    for (const name of names) {
      const found = await kept.match(origin + name);
      if (found) return found;
    }
    return fetch(request);
  };
  event.respondWith(find());
});
