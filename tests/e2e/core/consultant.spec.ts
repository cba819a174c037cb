import { keepLogin } from '../support/api.ts'
import { dorothy } from '../support/consultancy.ts'
import { expect, test } from '../support/test.ts'

test.use({ reducedMotion: 'reduce' })

test('a consultant marks attendance, shares a note, edits availability and takes a sick day', async ({
  page,
  site,
  look,
}) => {
  await keepLogin(page, site, dorothy)
  await page.goto('/portal/consultant')
  await expect(page.getByText('Nothing is booked.').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '<b>Alan</b> Turing' })).toBeVisible()
  await look('my-day', { inLargeText: true })

  await page.getByRole('button', { name: 'It was held with Grace Hopper' }).click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  await look('file', { inLargeText: true })
  await page
    .getByLabel('New note')
    .fill('Bring the two letters of your school next time.\n\nWe go on with the second one.')
  await page.getByLabel('Share it with the member').check()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Your note is saved.')).toBeVisible()
  await look('file-with-note')

  await page.goto('/portal/consultant/availability')
  await page.getByRole('button', { name: 'Copy the hours of Monday to other days' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Wednesday').check()
  await look('copy-hours')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Add hours on Saturday' }).click()
  await page.getByLabel('Saturday, from').fill('14:00')
  await page.getByLabel('Saturday, until').fill('16:00')
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('Your availability is saved.')).toBeVisible()
  await look('availability', { inLargeText: true })
  await page.reload()
  await expect(page.getByLabel('Saturday, until')).toHaveValue('16:00')

  await page.goto('/portal/consultant')
  await page.getByRole('button', { name: 'I am ill today' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await look('ill', { inLargeText: true })
  await dialog.getByRole('button', { name: 'Cancel 2 sessions' }).click()
  await expect(page.getByText('Your day is free. Get well soon.')).toBeVisible()
  await expect(page.getByRole('link', { name: '<b>Alan</b> Turing' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Katherine Johnson' })).toBeVisible()
  await look('after-ill')
})
