import type { Locator, Page } from '@playwright/test'
import { phone } from '../support/screen-sizes.ts'
import { expect, expectHydrated, test } from '../support/test.ts'

const poundsOfWeek = '£118.80 incl. VAT £99.00 + £19.80 VAT'
const dollarsOfWeek = '$108.90 incl. tax $99.00 + $9.90 tax'

test.use({ viewport: phone, reducedMotion: 'reduce', timezoneId: 'Europe/Paris' })

test('MY FUTURE shows dollars and other services show pounds until the visitor chooses a currency', async ({
  page,
  look,
}) => {
  await page.goto('/services/my-future')
  await expect(choice(page, '$ International')).toHaveAttribute('aria-pressed', 'true')
  await expectPrice(week(page), dollarsOfWeek, poundsOfWeek)
  await expect(page.getByText('from $31.90 per month incl. tax')).toBeVisible()
  await look('dollars')

  await page.goto('/services/study-world')
  await expect(choice(page, '£ UK')).toHaveAttribute('aria-pressed', 'true')
  await expectPrice(page.locator('#study-world-basic'), poundsOfWeek, dollarsOfWeek)
  await look('pounds')

  await choice(page, '$ International').click()
  await expectPrice(page.locator('#study-world-basic'), dollarsOfWeek, poundsOfWeek)
  await look('chosen-dollars')
  await page.goto('/')
  await expect(page.getByText('from $31.90 per month incl. tax')).toBeVisible()
  await expect(page.getByText('from £34.80 per month incl. VAT')).toBeHidden()
})

test('after a reload, only prices in the remembered currency are shown', async ({ page }) => {
  await page.goto('/services/my-future')
  await choice(page, '£ UK').click()

  await page.addInitScript(recordPaintedPrices)
  await page.reload()
  await expectHydrated(page)

  await expect(choice(page, '£ UK')).toHaveAttribute('aria-pressed', 'true')
  expect(await paintedPrices(page)).toEqual(['£118.80', '£84.00'])
})

test.describe('in the United Kingdom', () => {
  test.use({ timezoneId: 'Europe/London' })

  test('only prices in pounds are shown for MY FUTURE', async ({ page }) => {
    await page.addInitScript(recordPaintedPrices)
    await page.goto('/services/my-future')
    await expectHydrated(page)

    await expect(choice(page, '£ UK')).toHaveAttribute('aria-pressed', 'true')
    expect(await paintedPrices(page)).toEqual(['£118.80', '£84.00'])
  })
})

test('the remembered currency is shown and can be changed before any script arrives', async ({ page }) => {
  await page.goto('/services/study-world')
  await choice(page, '$ International').click()
  await page.route('**/*.js', () => {})
  await page.goto('/services/biz-future', { waitUntil: 'commit' })

  const card = page.locator('#biz-future-basic')
  await expectPrice(card, dollarsOfWeek, poundsOfWeek)
  await choice(page, '£ UK').click()
  await expectPrice(card, poundsOfWeek, dollarsOfWeek)
})

test('choosing a currency updates other tabs and any page restored with the Back button', async ({ page, context }) => {
  await page.goto('/services/study-world')
  const secondPage = await context.newPage()
  await secondPage.goto('/services/study-world')
  await expectPrice(secondPage.locator('#study-world-basic'), poundsOfWeek, dollarsOfWeek)

  await choice(page, '$ International').click()
  await expectPrice(secondPage.locator('#study-world-basic'), dollarsOfWeek, poundsOfWeek)
  await expect(choice(secondPage, '$ International')).toHaveAttribute('aria-pressed', 'true')

  await page.goto('/services/biz-future')
  await choice(page, '£ UK').click()
  await page.goBack()
  await expectPrice(page.locator('#study-world-basic'), poundsOfWeek, dollarsOfWeek)
  await expect(choice(page, '£ UK')).toHaveAttribute('aria-pressed', 'true')
})

test('without scripts a page shows its default market and hides the currency switch', async ({ browser, site }) => {
  const page = await browser.newPage({ baseURL: site.url, javaScriptEnabled: false })
  await page.goto('/services/my-future')
  await expectPrice(week(page), dollarsOfWeek, poundsOfWeek)
  await expect(page.getByText('Show prices in')).toBeHidden()

  await page.goto('/services/study-world')
  await expectPrice(page.locator('#study-world-basic'), poundsOfWeek, dollarsOfWeek)
  await page.close()
})

function choice(page: Page, name: string): Locator {
  return page.getByRole('group', { name: 'Show prices in' }).getByRole('button', { name })
}

function week(page: Page): Locator {
  return page.locator('#my-future-basic')
}

/** Compares innerText, because it omits text that the style sheet hides. */
async function expectPrice(card: Locator, shown: string, hidden: string) {
  await expect(card).toContainText(shown, { useInnerText: true })
  await expect(card).not.toContainText(hidden, { useInnerText: true })
}

const paintedPrices = (page: Page) => page.evaluate(() => (window as unknown as { painted: string[] }).painted)

/** Runs in the page. Records every distinct price that is shown, from the first frame on. */
function recordPaintedPrices() {
  const painted: string[] = []
  Object.assign(window, { painted })
  const look = () => {
    for (const price of document.querySelectorAll('#my-future-basic strong')) {
      const [text] = /^[£$][\d.]+/.exec(price.textContent) ?? []
      if (text && price.checkVisibility() && !painted.includes(text)) painted.push(text)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
