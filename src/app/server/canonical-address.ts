import type { FastifyRequest } from 'fastify'

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Where a page really is, if it was asked for under another name: storage and cookies differ by host name, and a
 * page has one address. Host names other than this machine's are left to the proxy in front.
 */
export function canonicalAddress({ url, headers }: FastifyRequest, publicUrl: string): string | undefined {
  const path = url.split('?')[0] ?? '/'
  const query = url.slice(path.length)
  const { hostname, port } = new URL(publicUrl)
  const asked = URL.parse(`http://${headers.host}`)
  const isOtherLoopback =
    asked && asked.hostname !== hostname && loopbackHosts.has(hostname) && loopbackHosts.has(asked.hostname)
  const plainPath = `/${withoutOuterSlashes(path)}`
  if (isOtherLoopback && asked.port === port) return `${publicUrl}${plainPath}${query}`
  return plainPath === path ? undefined : `${plainPath}${query}`
}

// Two at the start would name another host, and browsers read a backslash there like a slash. Counted and not matched:
// a pattern that looks for the end tries again at every slash before it.
function withoutOuterSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/' || path[start] === '\\') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}
