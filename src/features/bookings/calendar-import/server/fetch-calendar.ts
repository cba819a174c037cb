import type { LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { errorCode } from '#platform/server/error-code.ts'
import type { CalendarProblem } from '../rules.ts'
import { resolveHostname } from './resolve-hostname.ts'

/** How the gateway accesses the network. Tests replace it. */
export type Network = {
  /** Resolves to all of a hostname's addresses, or none if it does not exist. The signal aborts the lookup. */
  resolve: (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>
  request: (url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest
  /** Time limit in milliseconds for all lookups, redirects and the download together. */
  timeoutMs: number
}

const internet: Network = { resolve: resolveHostname, request, timeoutMs: 10_000 }

const MAX_BYTES = 5_000_000
const MAX_REDIRECTS = 3

export type FetchedCalendar = { ok: true; text: string } | { ok: false; problem: CalendarProblem }

export type FetchCalendar = (address: string) => Promise<FetchedCalendar>

/**
 * Downloads a calendar from a user-supplied address without cookies or credentials. Every redirect and DNS answer is
 * checked, so that no request reaches our own network (SSRF).
 */
export async function fetchCalendar(address: string, network: Network = internet): Promise<FetchedCalendar> {
  const signal = AbortSignal.timeout(network.timeoutMs)
  try {
    return { ok: true, text: await readText(await followRedirects(new URL(address), network, signal)) }
  } catch (error) {
    if (error instanceof UnreadableCalendar) return { ok: false, problem: error.problem }
    return { ok: false, problem: signal.aborted ? 'too-slow' : 'not-reached' }
  }
}

class UnreadableCalendar extends Error {
  readonly problem: CalendarProblem

  constructor(problem: CalendarProblem) {
    super(problem)
    this.problem = problem
  }
}

async function followRedirects(address: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await sendRequest(url, network, signal)
    const next = findRedirect(url, response)
    if (!next) return requireResponse(response)
    response.destroy()
    url = next
  }
  throw new UnreadableCalendar('too-many-redirects')
}

async function sendRequest(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' || url.username || url.password) throw new UnreadableCalendar('not-https')
  const addresses = await findAddresses(url, network, signal)
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      // A pooled connection might be to an address that was not checked for this request.
      agent: false,
      // Connect only to the addresses that were checked. A second lookup could return a different one (DNS rebinding).
      lookup: (_, { all }, callback) => {
        const [first] = addresses
        if (all) callback(null, addresses)
        else callback(null, first?.address ?? '', first?.family)
      },
      headers: { accept: 'text/calendar', 'accept-encoding': 'identity', 'user-agent': 'FutureWorld calendar reader' },
      signal,
    }
    network.request(url, options, resolve).on('error', reject).end()
  })
}

async function findAddresses({ hostname }: URL, network: Network, signal: AbortSignal): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await resolveWithTimeout(hostname, network, signal)
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new UnreadableCalendar('not-public')
  return addresses
}

async function resolveWithTimeout(
  hostname: string,
  { resolve }: Network,
  signal: AbortSignal,
): Promise<LookupAddress[]> {
  const timedOut = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const addresses = await Promise.race([resolve(hostname, signal).catch(emptyUnlessTimedOut), timedOut])
  if (addresses.length === 0) throw new UnreadableCalendar('host-not-found')
  return addresses
}

/** @throws if the lookup timed out, because the hostname may still exist */
function emptyUnlessTimedOut(error: unknown): [] {
  if (errorCode(error) === 'ETIMEOUT') throw new UnreadableCalendar('too-slow')
  return []
}

function findRedirect(from: URL, { statusCode = 0, headers }: IncomingMessage): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, from.href)
  if (!next) throw new UnreadableCalendar('unexpected-response')
  return next
}

function requireResponse(response: IncomingMessage): IncomingMessage {
  const { statusCode = 0 } = response
  if (statusCode === 200) return response
  response.destroy()
  if (statusCode === 401 || statusCode === 403) throw new UnreadableCalendar('login-required')
  throw new UnreadableCalendar(statusCode === 404 || statusCode === 410 ? 'address-not-found' : 'unexpected-response')
}

/** Throwing an error inside the loop also closes the connection. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new UnreadableCalendar('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * Returns whether an address is on the public internet. Any other address may belong to a machine in our network, or
 * our host's, that trusts internal callers (SSRF).
 */
export function isPublicAddress(address: string): boolean {
  // A zone such as `%eth0` marks a link-local address.
  if (!isIP(address) || address.includes('%') || address === azurePlatformAddress) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  // IPv4-mapped and unallocated IPv6 ranges count as unicast too, so accept only 2000::/3.
  return parsed.kind() === 'ipv4' || parsed.match(ipaddr.parseCIDR('2000::/3'))
}

/** A public address used by Azure inside its own network. */
const azurePlatformAddress = '168.63.129.16'
