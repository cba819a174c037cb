import { localDay } from '#platform/shared/local-time.ts'
import { keepLogin } from '../support/api.ts'
import { rater } from '../support/consultancy.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

const HOUR = 3_600_000

test.use({ viewport: phone, reducedMotion: 'reduce' })

test('a member rates a completed session and removes the rating', async ({ page, site, look }) => {
  await keepLogin(page, site, rater)
  await page.goto('/portal/bookings')
  await page.getByRole('link', { name: 'View details of A session' }).click()
  await expect(page.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
  await page.getByRole('radio', { name: /^4/ }).check()
  await page.getByLabel(/You may publish my words/).check()
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByText('Please write what may be published, or untick the box below')).toBeVisible()
  await look('words-wanted')
  await page.getByLabel('In your words (optional)').fill('Two letters later I had a place.')
  await page.getByRole('button', { name: 'Save rating' }).click()
  await expect(page.getByText('4 of 5: Helpful')).toBeVisible()
  await expect(page.getByText('We may publish your words as those of “Annie”.')).toBeVisible()
  await look('rated')
  await page.reload()
  await expect(page.getByText('Two letters later I had a place.')).toBeVisible()
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('heading', { name: 'How was this session?' })).toBeVisible()
})

test('a member joins the waitlist for an earlier slot, is offered one and takes it', async ({ page, site, look }) => {
  await keepLogin(page, site, rater)
  await page.goto('/portal/bookings')
  await page.getByRole('link', { name: 'View, move or cancel A session' }).click()
  await page.getByRole('button', { name: 'Name earlier times' }).click()
  const form = page.getByRole('form', { name: 'Earlier times' })
  await form.getByLabel('Day').fill(localDay(new Date(Date.now() + 48 * HOUR), 'Europe/London'))
  await form.getByLabel('From').fill('17:00')
  await form.getByLabel('Until').fill('09:00')
  await form.getByRole('button', { name: 'Get in line' }).click()
  await expect(form.getByText('Please choose an end that is later than the beginning')).toBeVisible()
  await look('earlier-turned-around')
  await form.getByLabel('From').fill('09:00')
  await form.getByLabel('Until').fill('17:00')
  await form.getByRole('button', { name: 'Get in line' }).click()
  await expect(page.getByText('You are in line for an earlier time:')).toBeVisible()
  await expect
    .poll(async () => {
      await page.reload()
      await expect(page.getByText('You are in line for an earlier time:')).toBeVisible()
      return page.getByRole('button', { name: 'Take this time' }).isVisible()
    })
    .toBe(true)
  await look('earlier-offer')
  await page.getByRole('button', { name: 'Take this time' }).click()
  await expect(page.getByText(/, 09:00 to 09:\d0/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take this time' })).toBeHidden()
})

test('a member creates a private calendar address and revokes it', async ({ page, site, request, look }) => {
  await keepLogin(page, site, rater)
  await page.goto('/portal/bookings')
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  // The panel must not take focus before its button is pressed.
  await expect(page.getByRole('button', { name: 'Make an address' }).locator('..')).not.toBeFocused()
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByLabel('Private address').inputValue()
  await look('calendar-address')
  expect(await (await request.get(address)).text()).toContain('SUMMARY:A session')
  await page.getByRole('button', { name: 'End the address' }).click()
  await expect(page.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await request.get(address)).status()).toBe(404)
})
