import type { Locator } from '@playwright/test'
import { mary } from '../support/consultancy.ts'
import { expect, test } from '../support/test.ts'

test('an administrator cancels a session, reassigns a late deliverable and sets session types', async ({
  adminPage: page,
  look,
}) => {
  await page.goto('/admin/bookings')
  await look('bookings')
  const sessionOfMary = page.getByRole('listitem').filter({ hasText: `${mary.firstName} ${mary.lastName}` })
  await sessionOfMary.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible()
  await look('booking')
  await page.getByRole('button', { name: 'Cancel this session' }).click()
  await page.getByLabel('Reason').fill('The office is shut that day')
  await look('booking-cancel')
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  await expect(page.getByText('Cancelled by the administrator')).toBeVisible()
  await expect(page.getByText('Given back to the package: The office is shut that day')).toBeVisible()
  await look('booking-cancelled')

  await page.goto('/admin/deliverables')
  await expect(page.getByText('Its consultant has left').first()).toBeVisible()
  await look('deliverables')
  await page.getByRole('link', { name: 'Post 1 of 9' }).click()
  await look('deliverable')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByLabel('To whom').selectOption('Hedy Lamarr')
  await page.getByRole('button', { name: 'Assign it' }).click()
  await expect(page.getByText('Hedy Lamarr makes it')).toBeVisible()

  await page.goto('/admin/consultants')
  await look('consultants')
  await page.getByRole('link', { name: 'Hedy Lamarr' }).click()
  const every = page.getByLabel('Every session of their services')
  if (await every.isChecked()) await every.uncheck()
  await look('consultant')
  await page.getByRole('button', { name: 'Save the sessions' }).click()
  await expect(page.getByText('The sessions are saved.')).toBeVisible()

  await page.goto('/admin/documents')
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-12-31')
  await page.getByRole('button', { name: 'Show totals' }).click()
  await expect(page.getByText('No paper was issued in these days.')).toBeVisible()
  await look('documents')
  await page.goto('/admin/anomalies')
  await expect(page.getByText('The books agree: there is nothing to look at.')).toBeVisible()
  await look('anomalies')
})

test('the first steps link to their pages and send a test email', async ({ adminPage: page, look }) => {
  await page.goto('/admin/first-steps')
  const main = page.getByRole('main')
  await expect(main.getByText(/From an empty site to one that sells: \d of 9 steps are done\./)).toBeVisible()
  await sendTestEmail(main)
  await look('first-steps')
  await main.getByRole('link', { name: 'Company settings' }).click()
  await expect(main.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
})

test('the audit log records who sent a test email', async ({ adminPage: page, look }) => {
  const main = page.getByRole('main')
  await page.goto('/admin/first-steps')
  await sendTestEmail(main)

  await page.goto('/admin/audit')
  await main.getByLabel('Action').selectOption('Email test sent')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/action=email\.test-sent/)
  await expect(main.getByRole('listitem').first()).toContainText('First Administrator')
  await expect(main.getByRole('listitem').filter({ hasNotText: 'Email test sent' })).toHaveCount(0)
  await look('audit')
  await main.getByLabel('Until').fill('2020-01-01')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(main.getByText('Nothing fits this search.')).toBeVisible()
  await look('audit-none')
})

async function sendTestEmail(main: Locator) {
  await main.getByRole('button', { name: 'Send me a test letter' }).click()
  await expect(main.getByText('A test letter is on its way to you.')).toBeVisible()
}
