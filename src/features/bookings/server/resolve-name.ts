import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'

/** Milliseconds for each name server of ours. */
const PATIENCE = 2_000

/** What a name server says of a name that has no address, or that nobody has. */
const noneCodes = ['ENOTFOUND', 'ENODATA', 'EBADNAME']

/**
 * Every address of a name on the internet. The names that only this machine knows are not among them.
 * The system's own lookup has few threads and cannot be called off: name servers that are silent would hold up all that
 * the site looks up, the payment provider and the mail server too.
 * @returns none where nobody has this name
 * @param servers undefined: those of the machine
 */
export async function resolveName(hostname: string, signal: AbortSignal, servers?: string[]): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: PATIENCE, tries: 1 })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const asked = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = asked.flatMap((answer, index) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
    )
    if (found.length === 0) requireAnswers(asked)
    return found
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** That a name server is silent does not mean that nobody has the name. */
function requireAnswers(asked: PromiseSettledResult<string[]>[]): void {
  const failed = asked.find((answer) => answer.status === 'rejected' && !noneCodes.includes(answer.reason.code))
  if (failed?.status === 'rejected') throw failed.reason
}
