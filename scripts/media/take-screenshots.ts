import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { type RunningSite, startSite } from '#tests/support/site/start-site.ts'
import { type Login, openDemoPage, readLogins, waitUntilLoaded } from './demo-portal.ts'
import { openBrowser } from './stage.ts'

// `node scripts/media/take-screenshots.ts` runs the demo and takes the pictures for docs/images on a phone and on a
// desktop. It needs Chromium. The pictures are kept in the repository; a build does not take them.

type Picture = { name: string; login: Login; path: string; menuName?: string }

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const widths = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } }

await using site = await startSite({ parameters: ['--demo'] })
const { administrator, member: memberLogin } = readLogins(site.output())
const browser = await openBrowser()
const pictures: Picture[] = [
  { name: 'demo-dashboard', login: memberLogin('daniel.okafor'), path: '/portal/dashboard' },
  { name: 'demo-packages', login: memberLogin('amelia.foster'), path: '/portal/packages' },
  { name: 'demo-invoices', login: memberLogin('oliver.hughes'), path: '/portal/invoices' },
  { name: 'demo-booking', login: memberLogin('grace.lindqvist'), path: '/portal/bookings/new' },
  { name: 'demo-bell', login: memberLogin('ben.carter'), path: '/portal/bookings', menuName: 'Notifications' },
  { name: 'demo-overview', login: administrator, path: '/admin' },
  { name: 'demo-purchases', login: administrator, path: '/admin/purchases' },
  { name: 'demo-conversations', login: administrator, path: '/admin/conversations' },
]
for (const picture of pictures) await takeScreenshots(browser, site, picture)
await browser.close()

async function takeScreenshots(openedBrowser: Browser, demo: RunningSite, { name, login, path, menuName }: Picture) {
  const page = await openDemoPage(openedBrowser, demo, login, { path })
  for (const [width, viewport] of Object.entries(widths)) {
    await page.setViewportSize(viewport)
    await page.goto(path)
    await waitUntilLoaded(page)
    if (menuName) await page.getByRole('button', { name: new RegExp(`^${menuName}`) }).click()
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(join(folder, `${name}-${width}.webp`))
  }
  await page.context().close()
}
