import type { Page } from '@playwright/test'
import { enterPortal, expect, test, widths } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('the portal that is opened without a connection says so, and goes on once there is one', async ({
      page,
      site,
      visitor,
      look,
      context,
    }) => {
      await enterPortal(page, site, visitor)
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
  })
}

test('nothing of a member stays in the browser but the page that knows nobody', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  await openWatchedPortal(page)
  await page.goto('/portal/packages')
  await expect(page.getByText('What you own, what is coming')).toBeVisible()
  const kept = await page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((key) => caches.open(key)))
    const requests = await Promise.all(caches_.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept.sort()).toEqual(['/offline', '/offline.css'])
})

test('the worker watches over the portal alone', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  await openWatchedPortal(page)
  await page.goto('/about')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  await page.goto('/portal/packages')
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${site.url}/service-worker.js`)
})

test('nothing keeps a browser from installing the portal', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  await openWatchedPortal(page)
  const browser = await page.context().newCDPSession(page)
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
  // Journeys run in private windows, which install nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

/** The worker counts as ready for pages whose own address it watches over: not for the login that led to the portal. */
async function openWatchedPortal(page: Page) {
  await page.goto('/portal/dashboard')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}
