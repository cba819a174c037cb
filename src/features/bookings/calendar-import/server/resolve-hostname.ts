import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Milliseconds per name server. */
const TIMEOUT_MS = 2_000

/** DNS errors that mean the name has no address or does not exist. */
const notFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * All addresses that DNS has for a hostname, including private ones. The hosts file is ignored. `dns.lookup` cannot be
 * cancelled and has only a few threads to share, so a name server that does not answer would also delay payments and
 * email.
 * @returns an empty list if the name does not exist
 * @param servers defaults to the machine's name servers
 */
export async function resolveHostname(
  hostname: string,
  signal: AbortSignal,
  servers?: string[],
): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const lookups = await Promise.allSettled([
      resolver.resolve4(hostname).then((addresses) => addresses.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((addresses) => addresses.map((address) => ({ address, family: 6 }))),
    ])
    const found = lookups.flatMap((lookup) => (lookup.status === 'fulfilled' ? lookup.value : []))
    if (found.length === 0) throwUnlessNotFound(lookups)
    return found
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Throws if a lookup failed for any other reason, such as a timeout, because the name may still exist. */
function throwUnlessNotFound(lookups: PromiseSettledResult<unknown>[]): void {
  const failed = lookups.find((lookup) => lookup.status === 'rejected' && !notFoundCodes.includes(lookup.reason.code))
  if (failed?.status === 'rejected') throw failed.reason
}
