import type { IncomingMessage } from 'node:http'

const loopbackAddress = /^(::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/** A proxy on this machine passes on strangers: it adds a forwarding header. A rebound name shows in `Host`. */
export function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined
  const hasLocalName = loopbackName.test(headers.host ?? '')
  return loopbackAddress.test(socket.remoteAddress ?? '') && !isForwarded && hasLocalName
}

/**
 * A page in a local browser may send requests of its own, and the browser says where it comes from. Only the sandbox's
 * own pages may ask: another port of this machine is another origin.
 */
function isFromForeignPage({ headers }: IncomingMessage): boolean {
  const { origin, host, 'sec-fetch-site': site = 'none' } = headers
  const isForeignOrigin = origin !== undefined && origin !== `http://${host}`
  return isForeignOrigin || (site !== 'same-origin' && site !== 'none')
}

export function mayControl(request: IncomingMessage): boolean {
  return isFromThisMachine(request) && !isFromForeignPage(request)
}
