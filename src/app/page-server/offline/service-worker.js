// Shows one offline page to members without a connection. It caches nothing else, and every other page comes from the
// server. It controls /portal only.

const CACHE = 'offline-page'
const PAGE = '/offline'
const STYLES = '/offline.css'

self.addEventListener('install', (event) => {
  self.skipWaiting()
  event.waitUntil(cachePage())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(openPage(event))
  else if (new URL(event.request.url).pathname === STYLES) event.respondWith(openStyles(event.request))
})

async function cachePage() {
  const cache = await caches.open(CACHE)
  await cache.addAll([PAGE, STYLES].map((path) => new Request(path, { cache: 'reload', credentials: 'omit' })))
}

async function openPage(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(refreshCache().catch(() => {}))
    return page
  } catch {
    return (await caches.match(PAGE)) ?? Response.error()
  }
}

async function openStyles(request) {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(STYLES)) ?? Response.error()
  }
}

let isRefreshed = false

/**
 * Refreshes the offline page once each time the browser starts the worker. If the site no longer has this worker, it
 * unregisters itself, because browsers keep a worker that they cannot update.
 */
async function refreshCache() {
  if (isRefreshed) return
  isRefreshed = true
  const { ok, status } = await fetch('/service-worker.js', { cache: 'no-store', credentials: 'omit' })
  if (ok) return cachePage()
  if (status !== 404 && status !== 410) return
  await caches.delete(CACHE)
  await self.registration.unregister()
}
