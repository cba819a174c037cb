import type { Locator, Page } from '@playwright/test'
import { dayName, localDay } from '#platform/shared/local-time.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

/** Focus must be visible at each stop. */
test('a member registers, buys, books, moves, cancels and opens the invoice by keyboard alone', async ({
  page,
  visitor,
}) => {
  await page.goto('/register')
  await skipToContent(page)
  for (const [label, text] of [
    ['First name', visitor.firstName],
    ['Last name', visitor.lastName],
    ['Email', visitor.email],
    [/mobile/i, visitor.mobile],
    ['Password', visitor.password],
    [/confirm password/i, visitor.password],
  ] as const) {
    await typeInto(page, page.getByLabel(label, { exact: true }), text)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  await expectFocus(page)
  await press(page, page.getByRole('main').getByRole('link', { name: /MY FUTURE/ }))
  await expect(page).toHaveURL(/\/services\/my-future/)
  await press(page, page.getByRole('button', { name: '£ UK' }))
  await press(page, page.locator('#my-future-basic').getByRole('link', { name: /Get Started/ }))
  await pay(page)

  await press(page, page.getByRole('main').getByRole('link', { name: /^Book/ }).first())
  await expect(page).toHaveURL(/\/portal\/bookings\/new/)
  await expectFocus(page)
  await chooseTime(page, 3, '14:00')
  await typeInto(page, page.getByLabel(/Notes/), 'By keys')
  await press(page, page.getByRole('button', { name: 'Book this session' }))
  await expect(page.getByText('Your session is booked.')).toBeVisible()
  await expectFocus(page)

  await press(page, page.getByRole('link', { name: 'Move', exact: true }))
  await chooseTime(page, 4, '09:00')
  await press(page, page.getByRole('button', { name: 'Move to this time' }))
  await expect(page.getByText('We’ve moved your session.')).toBeVisible()
  await expect(page.getByText(`${dayName(inDays(4))}, 09:00 to 09:10`)).toBeVisible()
  await expectFocus(page)

  const cancel = page.getByRole('button', { name: 'Cancel this session' })
  await press(page, cancel)
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await focusIsWithin(page.getByRole('dialog'))).toBe(true)
  await page.keyboard.press('Escape')
  // Wait until the page has removed the dialog. Pressing Enter earlier would not open it again.
  await expect(page.getByRole('dialog', { includeHidden: true })).toHaveCount(0)
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Cancel and get this session back' }))
  await expect(page.getByText('You cancelled this session. It doesn’t count as used.')).toBeVisible()
  await expectFocus(page)

  await press(page, page.getByRole('link', { name: 'Invoices', exact: true }).filter({ visible: true }), 'Shift+Tab')
  await expect(page).toHaveURL(/\/portal\/invoices/)
  await expectFocus(page)
  const pdfButton = page.getByRole('button', { name: /^PDF of INV-/ })
  await tabTo(page, pdfButton)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^INV-.*[.]pdf$/)
  await expect(pdfButton).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }), 'Shift+Tab')
})

async function pay(page: Page) {
  await expect(page.getByRole('heading', { name: 'Secure Checkout' })).toBeVisible()
  // Tab stops at the first radio button; the arrow keys move to the next.
  await tabTo(page, page.getByRole('group', { name: 'Are you under 18?' }).getByLabel('Yes'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('group', { name: 'Are you under 18?' }).getByLabel('No')).toBeChecked()
  for (const choice of [page.getByLabel('Start today'), page.getByLabel(/I lose the right to cancel/)]) {
    await tabTo(page, choice)
    await page.keyboard.press('Space')
    await expect(choice).toBeChecked()
  }
  const card = page.frameLocator('iframe[title*="card" i]').first().getByRole('textbox').first()
  await tabTo(page, card, await directionTo(page, 'iframe[title*="card" i]'))
  await page.keyboard.type('42424242424242421234123')
  await press(page, page.getByRole('button', { name: 'Pay £118.80' }))
  await expect(page.getByText('Payment Successful!')).toBeVisible()
  await expectFocus(page)
  await expect(page).toHaveURL(/\/portal\/dashboard/)
  // The receipt opens the dashboard with a full page load, so focus starts at the top again.
  await expect(page.getByText('Hello, Ada')).toBeVisible()
}

/** Chooses a day with the arrow keys in the calendar, then a time. */
async function chooseTime(page: Page, days: number, time: string) {
  const day = page.getByRole('button', { name: `${dayName(inDays(days))}, free` })
  const free = page
    .getByRole('gridcell')
    .getByRole('button', { name: /, free/ })
    .first()
  await expect(free).toBeVisible()
  if (inDays(days).slice(0, 7) !== inDays(0).slice(0, 7)) {
    await press(page, page.getByRole('button', { name: 'Next month' }))
    await expect(day).toBeVisible()
  }
  await tabTo(page, page.getByRole('gridcell').getByRole('button').and(page.locator('[tabindex="0"]')))
  for (let presses = 0; presses < 31 && !(await isFocused(day)); presses += 1) await page.keyboard.press('ArrowRight')
  await expectVisibleFocus(page)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: time, exact: true }))
}

/** Uses the skip link, which is the first Tab stop on a page. */
async function skipToContent(page: Page) {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
}

async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
}

async function press(page: Page, target: Locator, key?: Key) {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

type Key = 'Tab' | 'Shift+Tab'

/** Presses Tab until the target has focus, and checks that focus is visible at each stop. */
async function tabTo(page: Page, target: Locator, key: Key = 'Tab') {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${target} is not reached by ${key}`)
}

/** Checks the document that the target belongs to, because the card field is in a frame. */
function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate(
    (element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
  )
}

function focusIsWithin(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element.contains(document.activeElement))
}

async function directionTo(page: Page, selector: string): Promise<Key> {
  const isBefore = await page.evaluate((wanted) => {
    const place = document.querySelector(wanted)
    return place ? document.activeElement?.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_PRECEDING : false
  }, selector)
  return isBefore ? 'Shift+Tab' : 'Tab'
}

/** Checks that a dialog or page change has not lost the focus. */
async function expectFocus(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

/** Checks that the focused element is visibly marked, in view and not covered. Frames mark their own fields. */
async function expectVisibleFocus(page: Page) {
  const unseen = await page.evaluate(() => {
    const element = document.activeElement
    // After the last stop, Tab leaves the page before it returns to the first stop.
    if (!element || element === document.body || element.tagName === 'IFRAME') return null
    const marked = [element, element.closest('label'), element.nextElementSibling]
    const hasMark = marked.some((each) => {
      if (!each) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    })
    const { left = 0, top = 0, right = 0, bottom = 0 } = element.getClientRects()[0] ?? {}
    const isInView = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2
    const above = document.elementFromPoint(x, y)
    // A toast may cover the element, because it soon disappears.
    const isNotice = above?.closest('.Toastify') != null
    const isOnTop = above !== null && (isNotice || element.contains(above) || above.contains(element))
    return hasMark && isInView && isOnTop ? null : { html: element.outerHTML.slice(0, 160), hasMark, isInView, isOnTop }
  })
  expect.soft(unseen, 'a stop that cannot be seen').toBeNull()
}

function inDays(days: number): string {
  return localDay(new Date(Date.now() + days * 24 * 3_600_000), 'Europe/London')
}
