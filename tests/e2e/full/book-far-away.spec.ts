import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce', timezoneId: 'America/New_York' })

test('a member in New York books by keyboard alone and sees New York and London times', async ({
  memberPage: page,
  visitor,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await page.goto('/portal/profile')
  await page.getByRole('button', { name: /Use this device’s time zone/ }).click()
  const zone = page.getByRole('form', { name: 'Time zone' })
  await zone.getByRole('button', { name: /Save/ }).click()
  await expect(zone.getByText(/Profile updated/)).toBeVisible()

  await page.goto('/portal/bookings/new')
  await page.getByRole('radio', { name: /First free/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /Margaret/ })).toBeChecked()
  const chosen = page.getByRole('gridcell', { selected: true }).getByRole('button')
  await expect(chosen).toBeVisible()
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const time = page.getByRole('button', { name: '10:00 15:00 London time' })
  await expect(time).toBeVisible()
  await look('far-away')
  await time.focus()
  await page.keyboard.press('Enter')
  const book = page.getByRole('button', { name: 'Book this session' })
  await expect(book).toBeVisible()
  await page.getByRole('radio', { name: /Online/ }).focus()
  await page.keyboard.press('ArrowDown')
  await look('far-away-confirm')
  await book.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your session is booked.')).toBeVisible()
  await expect(page.getByText('10:00 to 10:10')).toBeVisible()
  await expect(page.getByText('New York time (15:00 London time)')).toBeVisible()
  await expect(page.getByText(`By phone: we call you on ${visitor.mobile}`)).toBeVisible()
  await look('far-away-booked')
})
