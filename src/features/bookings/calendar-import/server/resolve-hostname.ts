import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Milliseconds per name server. */
const TIMEOUT_MS = 2_000

/** DNS errors which mean that the name has no address or does not exist. */
const notFoundCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Resolves all public DNS addresses of a hostname, without names from the local hosts file. `dns.lookup` cannot be
 * cancelled and shares few threads, so a silent name server would also delay payments and email.
 * @returns an empty list if the name does not exist
 * @param servers defaults to the name servers of the machine
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
    const lookups = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = lookups.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (addresses.length === 0) requireAnswers(lookups)
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** A silent name server does not prove that the name does not exist. */
function requireAnswers(lookups: PromiseSettledResult<string[]>[]): void {
  const failed = lookups.find((answer) => answer.status === 'rejected' && !notFoundCodes.includes(answer.reason.code))
  if (failed?.status === 'rejected') throw failed.reason
}
