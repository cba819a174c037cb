import type { LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { isIP } from 'node:net'
import type { CalendarProblem } from '../rules/calendar.ts'
import { isPublicAddress } from './check-address.ts'
import { resolveName } from './resolve-name.ts'

/** What the gateway reaches out with: a test has no internet. */
export type Network = {
  /** Every address of a name; none where nobody has it. It stops asking where the signal says so. */
  resolve: (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>
  request: (url: URL, options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest
  /** Milliseconds for all of it: names, redirects, the whole file. */
  patience: number
}

const internet: Network = { resolve: resolveName, request, patience: 10_000 }

const MOST_BYTES = 5_000_000
const MOST_REDIRECTS = 3

export type FetchedCalendar = { ok: true; text: string } | { ok: false; problem: CalendarProblem }

export type FetchCalendar = (address: string) => Promise<FetchedCalendar>

/**
 * Reads a file from an address that somebody typed: never from inside our own network, whatever the name says now, says
 * a moment later, or leads on to. Nothing of us goes along: no cookies, no credentials.
 */
export async function fetchCalendar(address: string, network: Network = internet): Promise<FetchedCalendar> {
  const signal = AbortSignal.timeout(network.patience)
  try {
    return { ok: true, text: await readText(await followTurns(new URL(address), network, signal)) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, problem: error.problem }
    return { ok: false, problem: signal.aborted ? 'too-slow' : 'not-reached' }
  }
}

class Unreadable extends Error {
  readonly problem: CalendarProblem

  constructor(problem: CalendarProblem) {
    super(problem)
    this.problem = problem
  }
}

async function followTurns(address: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  let url = address
  for (let turns = 0; turns <= MOST_REDIRECTS; turns += 1) {
    const response = await ask(url, network, signal)
    const next = turnOf(url, response)
    if (!next) return requireAnswer(response)
    response.destroy()
    url = next
  }
  throw new Unreadable('too-many-turns')
}

async function ask(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' || url.username || url.password) throw new Unreadable('not-https')
  const addresses = await findAddresses(url, network, signal)
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      // Of its own: a kept connection would lead to an address of another moment.
      agent: false,
      // Only what was checked is connected to: asked once more, the name could give another address.
      lookup: (_, { all }, found) => {
        const [first] = addresses
        if (all) found(null, addresses)
        else found(null, first?.address ?? '', first?.family)
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
  const addresses = family ? [{ address: literal, family }] : await resolveInTime(hostname, network, signal)
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new Unreadable('not-public')
  return addresses
}

async function resolveInTime(hostname: string, { resolve }: Network, signal: AbortSignal): Promise<LookupAddress[]> {
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const addresses = await Promise.race([resolve(hostname, signal).catch(noneUnlessSilent), late])
  if (addresses.length === 0) throw new Unreadable('not-found-there')
  return addresses
}

/** @throws where nobody said whether there is such a name */
function noneUnlessSilent(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ETIMEOUT') throw new Unreadable('too-slow')
  return []
}

/** Where an answer leads on to. */
function turnOf(from: URL, { statusCode = 0, headers }: IncomingMessage): URL | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return undefined
  const next = URL.parse(headers.location, from.href)
  if (!next) throw new Unreadable('refused-there')
  return next
}

function requireAnswer(response: IncomingMessage): IncomingMessage {
  const { statusCode = 0 } = response
  if (statusCode === 200) return response
  response.destroy()
  if (statusCode === 401 || statusCode === 403) throw new Unreadable('login-wanted')
  throw new Unreadable(statusCode === 404 || statusCode === 410 ? 'no-calendar-there' : 'refused-there')
}

/** To leave the loop ends the connection. */
async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_BYTES) throw new Unreadable('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
