import type { Page } from '@playwright/test'
import { phone } from '../support/screen-sizes.ts'
import { blockEventStreams, expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', viewport: phone })

test('opening the portal offline shows the offline page, and retrying once online opens the portal', async ({
  memberPage: page,
  visitor,
  look,
  context,
}) => {
  await openWatchedPortal(page)

  await context.setOffline(true)
  await page.goto('/portal/packages')
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByText(visitor.firstName)).toBeHidden()
  await look('without-connection')

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('Your current, upcoming and past packages')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/packages$/)
})

test('the service worker controls only portal pages, and caches only the offline page', async ({
  memberPage: page,
  site,
}) => {
  await openWatchedPortal(page)
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.goto('/portal/packages')
  await expect(page.getByText('Your current, upcoming and past packages')).toBeVisible()
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${site.url}/service-worker.js`)
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.sort()).toEqual(['/offline', '/offline.css'])
})

test('the portal meets the browser’s criteria for installing an app', async ({ memberPage: page }) => {
  await openWatchedPortal(page)
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Playwright uses private windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('following a link offline shows a notice until the connection returns, and then the link works', async ({
  memberPage: page,
  visitor,
  look,
  context,
}) => {
  await blockEventStreams(page)
  await page.goto('/portal')
  // The scripts of all pages in the menu are prefetched, and the security page's is the last of them.
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return files.some(({ name, responseEnd }) => /\/security-page-[^/]+\.js$/.test(name) && responseEnd > 0)
  })

  await context.setOffline(true)
  const goToPackages = async () => {
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('link', { name: 'My Packages' }).filter({ visible: true }).first().click()
  }
  await goToPackages()
  await expect(page.getByText('You’re offline')).toBeVisible()
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
  await look('offline')

  await context.setOffline(false)
  await expect(page.getByText('You’re offline')).toBeHidden()
  await goToPackages()
  await expect(page).toHaveURL(/\/portal\/packages$/)
})

/** Opens a page in the worker's scope, because `ready` does not resolve on pages outside it. */
async function openWatchedPortal(page: Page) {
  await page.goto('/portal/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
