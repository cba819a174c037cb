import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Bytes over the wire until a page has loaded and can be read: its text, styles and fonts, heads included. */
const MOST_TO_READ = 55_000

/** Bytes of all that a first visit fetches without a touch: the scripts that start after the page has loaded, too. */
const mostInAll = {
  '/': 209_000,
  '/services/my-future': 214_000,
  '/services/study-world': 214_000,
  '/services/biz-future': 214_000,
  '/about': 194_000,
  '/contact': 246_000,
  '/privacy': 194_000,
  '/terms': 194_000,
  '/accessibility': 194_000,
  '/complaints': 246_000,
}

for (const [path, most] of Object.entries(mostInAll)) {
  test(`${path} can be read after ${MOST_TO_READ / 1_000} kB and is whole after ${most / 1_000} kB`, async ({
    page,
  }) => {
    const weight = await weighed(page, path)
    test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weight) })
    expect(weight.toRead).toBeLessThan(MOST_TO_READ)
    expect(weight.inAll).toBeLessThan(most)
    expect(weight.files.filter((file) => file.startsWith('/video/'))).toEqual([])
  })
}

async function weighed(page: Page, path: string) {
  const browser = await page.context().newCDPSession(page)
  const addresses = new Map<string, string>()
  const weight = { toRead: 0, inAll: 0, files: [] as string[] }
  let hasLoaded = false
  page.on('load', () => {
    hasLoaded = true
  })
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.inAll += encodedDataLength
    if (!hasLoaded) weight.toRead += encodedDataLength
    weight.files.push(new URL(addresses.get(requestId) ?? 'http://unknown/').pathname)
  })
  await browser.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  return weight
}
