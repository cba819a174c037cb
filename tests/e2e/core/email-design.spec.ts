import { mkdirSync } from 'node:fs'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { previews } from '#tests/support/given/email-previews.ts'

/** Screenshots of every email, for people to look at. */
const folder = 'test-results/emails'

test('every email fits and is readable on a phone and a desktop, in light and dark', async ({ browser }) => {
  mkdirSync(folder, { recursive: true })
  expect(previews.length).toBeGreaterThan(80)
  const views = [390, 600].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })))
  await Promise.all(views.map((view) => checkEmails(browser, view)))
})

type View = { width: number; scheme: 'light' | 'dark' }

async function checkEmails(browser: Browser, { width, scheme }: View) {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme: scheme })
  await page.route('**/images/packages/*', (route) =>
    route.fulfill({ path: `public${new URL(route.request().url()).pathname}` }),
  )
  for (const { area, name, email } of previews) {
    const picture = `${area}-${name.replace(':', '-')}-${width}-${scheme}`
    await page.setContent(email.html)
    expect.soft(await findFaults(page), picture).toEqual([])
    await page.screenshot({ path: `${folder}/${picture}.jpg`, type: 'jpeg', quality: 70, fullPage: true })
  }
  await page.close()
}

/** Finds what a designer would object to. Contrast is checked as in WCAG 2.2, for text of any size. */
function findFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Rgb = [number, number, number]
    const toRgba = (colour: string) => (colour.match(/[\d.]+/g) ?? []).map(Number)
    const toRgb = (colour: string) => toRgba(colour).slice(0, 3) as Rgb
    const backgroundOf = (element: Element | null): Rgb => {
      const [red, green, blue, alpha = 1] = toRgba(element ? getComputedStyle(element).backgroundColor : '')
      return element && alpha === 0 ? backgroundOf(element.parentElement) : [red ?? 255, green ?? 255, blue ?? 255]
    }
    const luminance = (rgb: Rgb) => {
      const [red, green, blue] = rgb.map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      ) as Rgb
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrastOf = (element: Element) => {
      const [lighter = 0, darker = 0] = [toRgb(getComputedStyle(element).color), backgroundOf(element)]
        .map(luminance)
        .sort((first, second) => second - first)
      return (lighter + 0.05) / (darker + 0.05)
    }
    const isShown = (element: Element) => element.getClientRects().length > 0
    const all = [...document.body.querySelectorAll('*')].filter(isShown)
    const withText = all.filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()),
    )
    const preview = document.body.firstElementChild
    const brand = document.querySelector('.brand')
    const buttons = all.filter((element) => element.matches('.button'))
    return [
      ...withText.filter((each) => contrastOf(each) < 4.5).map((each) => `pale: ${each.textContent}`),
      ...all.filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => `wide: ${each.outerHTML}`),
      ...buttons.filter((each) => each.getBoundingClientRect().height < 44).map((each) => `low: ${each.textContent}`),
      ...(document.querySelectorAll('h1').length === 1 ? [] : ['not one heading']),
      ...(brand && isShown(brand) && brand.textContent?.includes('Brand') ? [] : ['no brand']),
      ...(preview?.textContent && !isShown(preview) ? [] : ['no hidden preview line']),
    ]
  })
}
