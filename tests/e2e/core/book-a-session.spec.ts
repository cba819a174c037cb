import type { Page } from '@playwright/test'
import { dayName, localDay } from '#platform/shared/local-time.ts'
import { newDocx, pdf } from '../../support/given/files.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone, reducedMotion: 'reduce' })

test('a member books the first session of a package, moves it, and cancels it', async ({
  memberPage: page,
  look,
  buy,
}) => {
  await buy('my-future-basic')
  await page.goto('/portal/bookings')
  await expect(page.getByText('No sessions booked yet')).toBeVisible()
  await look('nothing-booked')

  await page.goto('/portal/packages')
  await page.getByRole('link', { name: 'Book a session from MY FUTURE WEEK' }).click()
  await expect(page.getByRole('radio', { name: /^Initial consultation/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Final call/ })).toBeDisabled()
  await look('choose', { inLargeText: true })
  await page.getByRole('radio', { name: 'Grace Hopper' }).check()
  await chooseDay(page, 3)
  await page.getByRole('button', { name: '14:00', exact: true }).click()
  await expect(page.getByText('We’re holding this time for you for 5 minutes.')).toBeAttached()
  await look('confirm', { inLargeText: true })

  await page.goBack()
  await expect(page.getByRole('radio', { name: 'Grace Hopper' })).toBeChecked()
  await page.getByRole('button', { name: '15:00', exact: true }).click()
  await page.getByRole('button', { name: 'Book this session' }).click()
  await expect(page.getByText('Your session is booked.')).toBeVisible()
  await look('booked', { inLargeText: true })

  await page.getByRole('link', { name: 'Add files for your consultant' }).click()
  await addFile(page, 'Lebenslauf mit allen Zeugnissen und dem Empfehlungsschreiben.docx', newDocx())
  await addFile(page, 'CV.pdf', pdf)
  await expect(page.getByText('CV.pdf added.')).toBeVisible()
  await look('files', { inLargeText: true })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CV.pdf' }).click()
  expect((await download).suggestedFilename()).toBe('CV.pdf')
  await page.getByRole('button', { name: 'Remove CV.pdf' }).click()
  await expect(page.getByText('CV.pdf removed.')).toBeVisible()

  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await chooseDay(page, 4)
  await look('move')
  await page.getByRole('button', { name: '09:00', exact: true }).click()
  await look('move-confirm')
  await page.getByRole('button', { name: 'Move to this time' }).click()
  await expect(page.getByText('We’ve moved your session.')).toBeVisible()
  await expect(page.getByText(`${dayName(inDays(4))}, 09:00 to 09:10`)).toBeVisible()

  await page.goto('/portal/bookings')
  await look('bookings', { inLargeText: true })
  await page.getByRole('link', { name: 'View, move or cancel Initial consultation' }).click()
  await page.getByRole('button', { name: 'Cancel this session' }).click()
  await look('before-cancelling')
  await page.getByRole('button', { name: 'Cancel and get this session back' }).click()
  await expect(page.getByText('You cancelled this session. It doesn’t count as used.')).toBeVisible()
  await look('cancelled')

  await page.goto('/portal/packages')
  await page.getByRole('link', { name: 'View details of MY FUTURE WEEK' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Returned')
  await look('ledger', { inLargeText: true })
})

function inDays(days: number): string {
  return localDay(new Date(Date.now() + days * 24 * 3_600_000), 'Europe/London')
}

async function chooseDay(page: Page, days: number) {
  const day = page.getByRole('button', { name: `${dayName(inDays(days))}, free` })
  if (inDays(days).slice(0, 7) !== inDays(0).slice(0, 7)) await page.getByRole('button', { name: 'Next month' }).click()
  await day.click()
}

async function addFile(page: Page, name: string, buffer: Buffer) {
  await page.getByLabel('Add a file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('progressbar')).toHaveCount(0)
}
