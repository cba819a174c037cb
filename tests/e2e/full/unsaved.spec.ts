import { expect, test } from '../support/test.ts'

test('leaving unsaved profile changes by link, Back or reload asks for confirmation', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/portal/packages')
  // Wait for hydration, because an earlier click would load a new document, which Back would then leave.
  await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Profile' }).click()
  const form = page.getByRole('form', { name: 'Personal information' })
  const firstName = form.getByLabel('First name')
  await firstName.fill('Augusta')

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'My Packages' }).click()
  await expect(question).toBeVisible()
  await look('question')
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(firstName).toHaveValue('Augusta')

  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(/\/portal\/profile$/)

  const dialogOpened = page.waitForEvent('dialog')
  await page.reload()
  expect((await dialogOpened).type()).toBe('beforeunload')
})
