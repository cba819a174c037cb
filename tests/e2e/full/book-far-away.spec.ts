import { ask } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce', timezoneId: 'America/New_York' })

test('a member in New York sees slots in New York and London time on a phone', async ({
  memberPage: page,
  site,
  memberToken,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await ask(site, memberToken, 'PATCH', '/api/account', { timeZone: 'America/New_York' })
  await page.goto('/portal/bookings/new')
  await page.getByRole('radio', { name: /Margaret/ }).check()
  await page.getByRole('gridcell', { selected: true }).getByRole('button').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '10:00 15:00 London time' })).toBeVisible()
  await look('far-away')
  await page.getByRole('button', { name: '10:00 15:00 London time' }).click()
  await expect(page.getByRole('button', { name: 'Book this session' })).toBeVisible()
  await look('far-away-confirm')
})
