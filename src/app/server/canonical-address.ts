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
  // One slash at the start: two would name another host.
  const plainPath = `/${path.replace(/^\/+/, '').replace(/\/+$/, '')}`
  if (isOtherLoopback && asked.port === port) return `${publicUrl}${plainPath}${query}`
  return plainPath === path ? undefined : `${plainPath}${query}`
}
