import type { Page } from '@playwright/test'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow' })

test.use({ viewport: phone })

test('opening the portal offline shows the offline page, and retrying online opens the portal', async ({
  memberPage: page,
  visitor,
  look,
  context,
}) => {
  await openWatchedPortal(page)

  await context.setOffline(true)
  await page.goto('/portal/packages')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await expect(page.getByText(visitor.firstName)).toBeHidden()
  await look('without-connection')

  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('What you own, what is coming')).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/packages$/)
})

test('the browser caches only the offline page, and no data of a member', async ({ memberPage: page }) => {
  await openWatchedPortal(page)
  await page.goto('/portal/packages')
  await expect(page.getByText('What you own, what is coming')).toBeVisible()
  const cached = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.sort()).toEqual(['/offline', '/offline.css'])
})

test('the service worker controls only portal pages', async ({ memberPage: page, site }) => {
  await openWatchedPortal(page)
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.goto('/portal/packages')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${site.url}/service-worker.js`)
})

test('the portal meets the browser’s criteria for installation', async ({ memberPage: page }) => {
  await openWatchedPortal(page)
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Playwright uses private windows, which cannot install apps.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

/** Opens a page in the worker's scope, because `ready` does not resolve on pages outside it. */
async function openWatchedPortal(page: Page) {
  await page.goto('/portal/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
