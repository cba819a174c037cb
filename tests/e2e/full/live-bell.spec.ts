import { expect, test } from '../support/test.ts'

test('reading a notification in one tab marks it as read in other tabs without a reload', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/portal')
  const secondPage = await context.newPage()
  await secondPage.goto('/portal/notifications')
  await secondPage.getByRole('link', { name: 'Complete your profile' }).focus()
  for (const tab of [page, secondPage])
    await expect(tab.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()

  await page.getByRole('button', { name: 'Notifications, 4 unread' }).click()
  await page.getByRole('link', { name: 'Choose a package' }).click()

  await expect(secondPage.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
  await expect(secondPage.getByRole('main').getByText('3 unread')).toBeVisible()
  await expect(secondPage.getByRole('button', { name: 'Mark as read: Choose a package' })).toBeHidden()
  await expect(secondPage.getByRole('link', { name: 'Complete your profile' })).toBeFocused()
})

test('logging out in one tab logs out the other tab and closes its event stream', async ({
  memberPage: page,
  context,
}) => {
  await page.goto('/portal')
  const secondPage = await context.newPage()
  await secondPage.goto('/portal/dashboard')
  await expect(secondPage.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible()

  await page.bringToFront()
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()

  await expect(secondPage).toHaveURL(/\/login/)
  await expect.poll(async () => (await page.request.get('/metrics')).text()).toContain('futureworld_open_streams 0')
})
