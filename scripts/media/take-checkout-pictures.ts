import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { startSite } from '#tests/support/site/start-site.ts'
import { openDemoPage, readLogins, waitUntilLoaded } from './demo-portal.ts'
import { openBrowser } from './stage.ts'

// `node scripts/media/take-checkout-pictures.ts` runs the demo, in which a member buys and cancels a package on a phone
// and another on a desktop, and takes the pictures of it for docs/images. It needs Chromium.

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))
const buyers = [
  { name: 'hannah.weiss', screen: 'phone', size: { width: 390, height: 844 } },
  { name: 'oliver.hughes', screen: 'desk', size: { width: 1440, height: 900 } },
]

await using site = await startSite({ parameters: ['--demo'] })
const { member } = readLogins(site.output())
const browser = await openBrowser()
for (const { name, screen, size } of buyers) {
  const page = await openDemoPage(browser, site, member(name), { path: '/portal/packages' })
  await page.setViewportSize(size)
  await buyInPounds(page, screen)
  await cancel(page, screen)
  await buyInDollars(page, screen)
  await page.context().close()
}
await browser.close()

async function buyInPounds(page: Page, screen: string) {
  await page.goto('/checkout/stripe?package=study-world-basic')
  const payButton = page.getByRole('button', { name: /^Pay / })
  await payButton.click()
  await page.getByText('marked above').first().waitFor()
  await save(page, `checkout-${screen}`, { fullPage: true })
  await startToday(page)
  await typeInto(page, /card/i, '42424242424242421234123')
  if (screen === 'desk') await save(page, 'checkout', { fullPage: true })
  await payButton.click()
  await page.getByText('Payment Successful!').waitFor()
  await save(page, `paid-${screen}`, { fullPage: true })
  await page.waitForURL('**/portal/dashboard**')
}

async function cancel(page: Page, screen: string) {
  await page.getByRole('link', { name: 'View details of STUDY WORLD' }).first().click()
  await page.getByRole('button', { name: /^Cancel and refund/ }).click()
  await page.getByRole('dialog').waitFor()
  await save(page, `cancel-${screen}`)
}

async function buyInDollars(page: Page, screen: string) {
  await page.goto('/checkout?package=study-world-pro')
  await page.getByLabel('Country').selectOption('United States')
  await page.getByLabel('Cardholder Name').fill('Sam Weiss')
  await startToday(page)
  await typeInto(page, /card number/i, '4242424242424242')
  await typeInto(page, /expiration date/i, '1234')
  await typeInto(page, /CVC/i, '123')
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/confirmation**')
  await waitUntilLoaded(page)
  await save(page, `confirmation-${screen}`, { fullPage: true })
}

async function startToday(page: Page) {
  await page.getByLabel('Start today').check()
  await page.getByLabel(/I lose the right to cancel/).check()
}

/** Types into a field of the provider, which is in a frame of its own. */
async function typeInto(page: Page, title: RegExp, text: string) {
  const frame = page.locator('iframe').and(page.getByTitle(title)).first()
  const field = frame.contentFrame().getByRole('textbox').first()
  await field.click()
  await page.keyboard.type(text, { delay: 20 })
}

/** The README's picture of the checkout is a PNG without the footer. */
async function save(page: Page, name: string, options: { fullPage?: boolean } = {}) {
  // In a picture of the whole page, the top bar would be where the page is scrolled to.
  if (options.fullPage) await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForTimeout(500)
  const picture = sharp(await page.screenshot(options))
  if (name !== 'checkout') return picture.webp({ quality: 80 }).toFile(join(folder, `${name}.webp`))
  const main = await page.getByRole('main').boundingBox()
  const height = Math.round((main?.y ?? 0) + (main?.height ?? 0))
  await sharp(await picture.extract({ left: 0, top: 0, width: 1_440, height }).toBuffer())
    .resize(1_000)
    .png({ palette: true })
    .toFile(join(folder, 'checkout.png'))
}
