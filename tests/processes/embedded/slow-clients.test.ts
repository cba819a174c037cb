import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newSiteDirectory } from '../../support/app/temporary.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { percentile } from '../../support/site/login-storm.ts'
import { openSlowClient, type SlowKind } from '../../support/site/slow-clients.ts'
import { type RunningSite, startSite } from '../../support/site/start-site.ts'

const otherKinds: SlowKind[] = ['body', 'chunks', 'reading', 'silence', 'handshake']
const CUT_WITHIN_MS = 15_000

// R8 in docs/promises.md. Open files are counted in Linux's /proc.
test.runIf(process.platform === 'linux')(
  'slow clients are disconnected within 15 seconds and do not delay other clients',
  async () => {
    const slowHeads = stressTestSize('SLOW_CLIENTS', 100)
    await using site = await startSite({ directory: await newSiteDirectory() })
    const urls = [site.url, `${site.url}/api/packages`]
    await ask(urls, 20)
    const filesBefore = await countIdleFiles(site)

    const heads = Array.from({ length: slowHeads }, () => openSlowClient(site.url, 'head'))
    const otherClients = Array.from({ length: slowHeads / 5 }, (_, index) =>
      openSlowClient(site.url, otherKinds[index % otherKinds.length] ?? 'body'),
    )
    const answers: Awaited<ReturnType<typeof ask>> = []
    // Send one request after another until all slow clients have been disconnected.
    while (heads.some((visitor) => visitor.cutAfter() === undefined)) {
      answers.push(...(await ask(urls, 1)))
      await setTimeout(isStressTest ? 20 : 200)
    }
    const cutTimes = heads.map((visitor) => visitor.cutAfter() ?? Number.NaN)
    for (const visitor of [...heads, ...otherClients]) visitor.leave()

    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    await expect.poll(() => countOpenFiles(site)).toBeLessThanOrEqual(filesBefore)
    const slowest = percentile(answers, 99)
    recordMeasurement(
      'R8',
      `${slowHeads} slow request headers and ${otherClients.length} others; ${answers.length} other requests: p99 ${Math.round(slowest)} ms; the last incomplete header dropped after ${Math.round(Math.max(...cutTimes))} ms; ${filesBefore} files open before, ${countOpenFiles(site)} after`,
      'p99 < 250 ms, dropped ≤ 15 s, open files back',
    )
    // Only in the stress test, because `npm test` runs several tests in parallel and times vary.
    if (!isStressTest) return
    expect(Math.max(...cutTimes)).toBeLessThan(CUT_WITHIN_MS)
    expect(slowest).toBeLessThan(250)
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

/**
 * Counts connections and served files, but not the files in the data directory, which the embedded database opens as
 * needed.
 */
function countOpenFiles({ pid, data }: RunningSite): number {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).filter((name) => !readLink(`${folder}/${name}`).startsWith(data)).length
}

/** Returns an empty string if the file is closed before its name is read. */
function readLink(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

/** The number of files that stay open in an idle process. */
async function countIdleFiles(site: RunningSite): Promise<number> {
  let fewest = countOpenFiles(site)
  for (let sample = 0; sample < 20; sample++) {
    await setTimeout(50)
    fewest = Math.min(fewest, countOpenFiles(site))
  }
  return fewest
}
