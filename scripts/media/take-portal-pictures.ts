import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  type PortalPicture,
  portalPictureFile,
  portalPictures,
  portalPictureWidths,
} from '#features/marketing/web/portal-pictures.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { openDemoPage, readLogins, waitUntilLoaded } from './demo-portal.ts'
import { openBrowser } from './stage.ts'

// `node scripts/media/take-portal-pictures.ts [page…]` runs the demo and takes the pictures of the portal for the public
// pages, on a phone and on a desktop, into public/images/portal. It needs Chromium and `npm run build`. The pictures are
// kept in the repository; a build does not take them.

/** @property start where the picture begins. On a phone, the public pages show only the top of it. */
type Place = {
  member: string
  path: string
  link?: string
  start?: (page: Page, device: PortalPicture['device']) => Locator
}

const places: Record<PortalPicture['page'], Place> = {
  dashboard: { member: 'daniel.okafor', path: '/portal/dashboard' },
  package: { member: 'amelia.foster', path: '/portal/packages' },
  booking: {
    member: 'amelia.foster',
    path: '/portal/bookings/new',
    start: (page, device) =>
      device === 'phone' ? page.getByRole('heading', { name: /^\w+day \d/ }) : page.getByText('Who with?'),
  },
  review: { member: 'daniel.okafor', path: '/portal/dashboard', link: 'Review it' },
  invoices: { member: 'amelia.foster', path: '/portal/invoices' },
  'business-invoices': { member: 'yusuf.demir', path: '/portal/invoices' },
  'business-package': {
    member: 'yusuf.demir',
    path: '/portal/packages',
    link: 'View details',
    start: (page) => page.getByRole('link', { name: 'Post 1 of 10' }),
  },
  'business-review': {
    member: 'yusuf.demir',
    path: '/portal/dashboard',
    link: 'Review it',
    start: (page, device) =>
      device === 'phone'
        ? page.getByRole('heading', { name: 'Approve or ask for changes' })
        : page.getByRole('heading', { name: 'Deliverables' }),
  },
}

const root = fileURLToPath(new URL('../../public', import.meta.url))
const names = process.argv.slice(2)
if (names.length === 0) rmSync(`${root}/images/portal`, { recursive: true, force: true })
mkdirSync(`${root}/images/portal`, { recursive: true })
await using site = await startSite({ parameters: ['--demo'] })
const logins = readLogins(site.output())
const browser = await openBrowser()
for (const picture of portalPictures) if (names.length === 0 || names.includes(picture.page)) await takePicture(picture)
await browser.close()

async function takePicture(picture: PortalPicture) {
  const { member, path, link, start } = places[picture.page]
  const page = await openDemoPage(browser, site, logins.member(member), { path, sharpness: 2 })
  await page.setViewportSize({ width: picture.width, height: picture.height })
  await page.goto(path)
  await waitUntilLoaded(page)
  if (link) {
    await page.getByRole('link', { name: link }).first().click()
    await waitUntilLoaded(page)
  }
  await start?.(page, picture.device).evaluate((element) => element.scrollIntoView())
  const png = await page.screenshot()
  await page.emulateMedia({ colorScheme: 'dark' })
  const darkPng = await page.screenshot()
  for (const width of portalPictureWidths(picture)) {
    await sharp(darkPng)
      .resize(width)
      .avif({ quality: 50, effort: 4 })
      .toFile(`${root}${portalPictureFile(picture, width, 'dark.avif')}`)
    const small = sharp(png).resize(width)
    await small
      .clone()
      .avif({ quality: 50, effort: 4 })
      .toFile(`${root}${portalPictureFile(picture, width, 'avif')}`)
    const { size } = await small
      .webp({ quality: 70, effort: 6 })
      .toFile(`${root}${portalPictureFile(picture, width, 'webp')}`)
    process.stdout.write(`${picture.name} ${width}: ${Math.round(size / 1_024)} KiB\n`)
  }
  await page.context().close()
}
