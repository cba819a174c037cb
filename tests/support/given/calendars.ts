import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Network } from '#features/bookings/calendar-import/server/fetch-calendar.ts'
import { makeCertificate } from '../site/make-certificate.ts'

/** Wraps calendar components in a calendar file. */
export function toCalendar(...components: string[]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test', ...components, 'END:VCALENDAR']
  return `${lines.join('\n').replaceAll('\n', '\r\n')}\r\n`
}

/** An event with these lines. Events with the same `uid` count as one event. */
export function toEvent(lines: string[], uid = 'one'): string {
  return ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\n')
}

/** A public address. The test diverts connections to it to its own server. */
export const PUBLIC_ADDRESS = '93.184.215.14'

/**
 * Starts a fake internet with one server, calendar.example.org; `names` adds more names. It records which names are
 * resolved and which addresses are connected to.
 */
export async function startInternet(answer: RequestListener, names: Record<string, string[]> = {}, timeoutMs = 10_000) {
  const { key, cert } = makeCertificate('calendar.example.org')
  const server = createServer({ key, cert }, answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const resolved: string[] = []
  const connected: string[] = []
  const network: Network = {
    timeoutMs,
    async resolve(hostname) {
      resolved.push(hostname)
      const addresses = names[hostname] ?? (hostname === 'calendar.example.org' ? [PUBLIC_ADDRESS] : [])
      return addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    request: (url, options, onResponse) =>
      request(
        url,
        {
          ...options,
          port,
          headers: { ...options.headers, host: url.host },
          ca: cert,
          lookup: (hostname, lookupOptions, onResolved) =>
            options.lookup?.(hostname, { ...lookupOptions, all: true }, (_, addresses) => {
              for (const { address } of addresses as LookupAddress[]) connected.push(address)
              onResolved(null, [{ address: '127.0.0.1', family: 4 }])
            }),
        },
        onResponse,
      ),
  }
  return {
    network,
    resolved,
    connected,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
