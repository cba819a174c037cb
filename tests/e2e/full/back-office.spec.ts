import { mary } from '../support/consultancy.ts'
import { expect, test } from '../support/test.ts'

test('an administrator cancels a session, reassigns a late deliverable and sets session types', async ({
  adminPage: page,
  look,
}) => {
  await page.goto('/admin/bookings')
  const sessionOfMary = page.getByRole('listitem').filter({ hasText: `${mary.firstName} ${mary.lastName}` })
  await sessionOfMary.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible()
  await look('booking')
  await page.getByRole('button', { name: 'Cancel this session' }).click()
  await page.getByLabel('Reason').fill('The office is shut that day')
  await look('booking-cancel')
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await expect(page.getByText('Cancelled by the administrator')).toBeVisible()
  await expect(page.getByText('Returned to the package: The office is shut that day')).toBeVisible()
  await look('booking-cancelled')

  await page.goto('/admin/deliverables')
  await expect(page.getByText('Consultant has left').first()).toBeVisible()
  await page.getByRole('link', { name: 'Post 1 of 9' }).click()
  await look('deliverable')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByLabel('Assign to').selectOption('Hedy Lamarr')
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText('Assigned to Hedy Lamarr')).toBeVisible()

  await page.goto('/admin/consultants')
  await page.getByRole('link', { name: 'Hedy Lamarr' }).click()
  const every = page.getByLabel('All sessions in their services')
  if (await every.isChecked()) await every.uncheck()
  await look('consultant')
  await page.getByRole('button', { name: 'Save sessions' }).click()
  await expect(page.getByText('Sessions saved.')).toBeVisible()
})

test('the audit log records who sent a test email', async ({ adminPage: page, look }) => {
  const main = page.getByRole('main')
  await page.goto('/admin/first-steps')
  await main.getByRole('button', { name: 'Send me a test email' }).click()
  await expect(main.getByText('A test email is on its way to you.')).toBeVisible()

  await page.goto('/admin/audit')
  await main.getByLabel('Action').selectOption('Email test sent')
  await main.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/action=email\.test-sent/)
  await expect(main.getByRole('listitem').first()).toContainText('First Administrator')
  await look('audit')
})

test('every page in the back office menu is accessible and fits a phone', async ({ adminPage: page, look }) => {
  await page.goto('/admin')
  const links = page.getByRole('navigation', { name: 'Back office', exact: true }).getByRole('link')
  await expect(links.nth(15)).toBeAttached()
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
    await look(path)
  }
})
