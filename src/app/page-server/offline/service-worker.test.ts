import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')

test('the service worker stores only the offline page and its styles', async () => {
  const worker = await startWorker()
  await worker.open('/portal/dashboard')
  await worker.open('/portal/invoices')
  expect(worker.cachedPaths()).toEqual(['/offline', '/offline.css'])
})

test('online, every page comes from the server', async () => {
  const worker = await startWorker()
  expect(await worker.open('/portal/dashboard')).toBe('/portal/dashboard from the server')
})

test('offline, every page shows the offline page with its styles', async () => {
  const worker = await startWorker()
  worker.network.isOnline = false
  expect(await worker.open('/portal/dashboard')).toBe('/offline from the server')
  expect(await worker.open('/offline.css', 'no-cors')).toBe('/offline.css from the server')
})

test('requests that are not page loads are left to the browser, online and offline', async () => {
  const worker = await startWorker()
  expect(await worker.open('/api/portal/dashboard', 'cors')).toBe('left to the browser')
  worker.network.isOnline = false
  expect(await worker.open('/assets/page.js', 'cors')).toBe('left to the browser')
})

test('a server error is shown unchanged', async () => {
  const worker = await startWorker()
  worker.network.status = 503
  expect(await worker.open('/portal/dashboard')).toBe('/portal/dashboard from the server')
})

test.each([404, 410])('a %s for the worker script unregisters the worker and clears its cache', async (status) => {
  const worker = await startWorker()
  worker.network.workerStatus = status
  await worker.open('/portal/dashboard')
  expect(worker.cachedPaths()).toEqual([])
  expect(worker.isRegistered()).toBe(false)
})

test('a temporary server error keeps the worker', async () => {
  const worker = await startWorker()
  worker.network.workerStatus = 503
  await worker.open('/portal/dashboard')
  expect(worker.cachedPaths()).toEqual(['/offline', '/offline.css'])
  expect(worker.isRegistered()).toBe(true)
})

/** The worker after installation, as a browser runs it. */
async function startWorker() {
  const network = { isOnline: true, status: 200, workerStatus: 200 }
  const stored = new Map<string, Response>()
  let isRegistered = true
  const listeners: Record<string, (event: object) => void> = {}
  const fetchPage = async (request: string | { url: string }) => {
    if (!network.isOnline) throw new TypeError('Failed to fetch')
    const path = toPath(request)
    const status = path === '/service-worker.js' ? network.workerStatus : network.status
    return new Response(`${path} from the server`, { status })
  }
  const cache = {
    addAll: async (requests: { url: string }[]) => {
      for (const request of requests) stored.set(toPath(request), await fetchPage(request))
    },
  }
  class LocalRequest {
    url: string
    constructor(path: string) {
      this.url = new URL(path, 'https://site.example').href
    }
  }
  runInNewContext(script, {
    self: {
      addEventListener: (name: string, listener: (event: object) => void) => {
        listeners[name] = listener
      },
      skipWaiting: () => {},
      registration: {
        unregister: async () => {
          isRegistered = false
        },
      },
    },
    caches: {
      open: async () => cache,
      match: async (path: string) => stored.get(path)?.clone(),
      delete: async () => stored.clear(),
    },
    fetch: fetchPage,
    Request: LocalRequest,
    Response,
    URL,
  })
  const dispatch = async (name: string, event: object = {}) => {
    const pending: Promise<unknown>[] = []
    listeners[name]?.({ ...event, waitUntil: (promise: Promise<unknown>) => pending.push(promise) })
    return pending
  }
  await Promise.all(await dispatch('install'))
  await Promise.all(await dispatch('activate'))
  return {
    network,
    cachedPaths: () => [...stored.keys()].sort(),
    isRegistered: () => isRegistered,
    /** What a visitor sees at this address. */
    async open(path: string, mode = 'navigate'): Promise<string> {
      let answer: Promise<Response> | undefined
      const request = { url: `https://site.example${path}`, mode }
      const respondWith = (response: Promise<Response>) => {
        answer = response
      }
      const pending = await dispatch('fetch', { request, respondWith })
      if (!answer) return 'left to the browser'
      const text = await (await answer).text()
      await Promise.all(pending)
      return text
    },
  }
}

function toPath(request: string | { url: string }): string {
  return new URL(typeof request === 'string' ? request : request.url, 'https://site.example').pathname
}
