import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { percentile } from '../support/login-storm.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof, proofSize } from '../support/proof-size.ts'
import { type SlowKind, visitSlowly } from '../support/slow-visitors.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'

const others: SlowKind[] = ['body', 'chunks', 'reading', 'silence', 'handshake']
const CUT_WITHIN_MS = 15_000

// SECURITY R8. What a process has open is read from where Linux says it.
test.runIf(process.platform === 'linux')(
  'whoever sends slowly is sent away in 15 seconds, and meanwhile nobody else waits',
  { timeout: 120_000 },
  async () => {
    const slowHeads = proofSize('SLOW_CLIENTS', 100)
    await using site = await startSite()
    const urls = [site.url, `${site.url}/api/packages`]
    await ask(urls, 20)
    const openBefore = await settled(site)

    const heads = Array.from({ length: slowHeads }, () => visitSlowly(site.url, 'head'))
    const mixed = Array.from({ length: slowHeads / 5 }, (_, index) =>
      visitSlowly(site.url, others[index % others.length] ?? 'body'),
    )
    const answers: Awaited<ReturnType<typeof ask>> = []
    const until = performance.now() + (isLongProof ? 20_000 : CUT_WITHIN_MS)
    while (performance.now() < until) {
      answers.push(...(await ask(urls, 1)))
      await setTimeout(20)
    }
    const bornWith = heads.map((visitor) => visitor.cutAfter() ?? Number.POSITIVE_INFINITY)
    for (const visitor of [...heads, ...mixed]) visitor.leave()

    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(Math.max(...bornWith)).toBeLessThan(CUT_WITHIN_MS)
    await expect.poll(() => openFiles(site)).toBeLessThanOrEqual(openBefore)
    const slowest = percentile(answers, 99)
    noteFigure(
      'R8',
      `${slowHeads} slow heads and ${mixed.length} others; ${answers.length} other requests: p99 ${Math.round(slowest)} ms; the last half-sent head dropped after ${Math.round(Math.max(...bornWith))} ms; ${openBefore} files open before, ${openFiles(site)} after`,
      'p99 < 250 ms, dropped ≤ 15 s, open files back',
    )
    // In `npm test` others use the machine as well.
    if (isLongProof) expect(slowest).toBeLessThan(250)
  },
)

async function ask(urls: string[], times: number) {
  const answers: { status: number; retryAfter: number; milliseconds: number }[] = []
  for (let time = 0; time < times; time++) {
    for (const url of urls) {
      const startedAt = performance.now()
      const response = await fetch(url, { headers: { connection: 'close' } })
      await response.arrayBuffer()
      answers.push({ status: response.status, retryAfter: 0, milliseconds: performance.now() - startedAt })
    }
  }
  return answers
}

/** Lines and files that are served. The embedded database opens files of its own as it comes to need them. */
function openFiles({ pid, data }: RunningSite): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => !nameOf(`${folder}/${name}`).startsWith(data)).length
}

/** It may be closed by the time it is looked at. */
function nameOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

/** As many as stay open when nobody asks for anything. */
async function settled(site: RunningSite): Promise<number> {
  let least = openFiles(site)
  for (let look = 0; look < 20; look++) {
    await setTimeout(50)
    least = Math.min(least, openFiles(site))
  }
  return least
}
