import { expect, test } from '../support/test.ts'

test('reading a notification in one tab marks it as read in other tabs without a reload', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/portal')
  const other = await context.newPage()
  await other.goto('/portal/notifications')
  await other.getByRole('link', { name: 'Complete your profile' }).focus()
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 4 unread' }).click()
  await page.getByRole('link', { name: 'Choose a package' }).click()

  await expect(other.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
  await expect(other.getByRole('main').getByText('3 unread')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Mark as read: Choose a package' })).toBeHidden()
  await expect(other.getByRole('link', { name: 'Complete your profile' })).toBeFocused()

  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await page.goto('/portal/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await other.getByRole('link', { name: 'Complete your profile' }).click()
  await expect(other).toHaveURL(/\/portal\/profile/)
  await other.goBack()
  await expect(other.getByRole('main').getByText('You have read everything.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('main').getByText('You have read everything.')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Mark as read/ })).toHaveCount(0)
})

test('logging out in one tab logs out the other and closes its event stream', async ({ memberPage: page, context }) => {
  await page.goto('/portal')
  const other = await context.newPage()
  await other.goto('/portal/dashboard')
  await expect(other.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()

  await page.bringToFront()
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(other).toHaveURL(/\/login/)
  await expect.poll(async () => (await page.request.get('/metrics')).text()).toContain('futureworld_open_streams 0')
})
