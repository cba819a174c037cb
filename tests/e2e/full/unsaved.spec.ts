import { expect, test } from '../support/test.ts'

test('leaving unsaved profile changes by link, Back, logout or reload asks for confirmation', async ({
  memberPage: page,
  look,
}) => {
  await page.goto('/portal/packages')
  // Wait for hydration: an earlier click would load a new document, and Back would then leave that document.
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
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()

  const dialogOpened = page.waitForEvent('dialog')
  await page.reload()
  expect((await dialogOpened).type()).toBe('beforeunload')
  await firstName.fill('Augusta')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByRole('status')).toHaveText('Profile updated successfully!')
  await page.getByRole('link', { name: 'My Packages' }).click()
  await expect(page).toHaveURL(/\/portal\/packages$/)
})

for (const [width, height] of [
  [1440, 900],
  [900, 900],
  [900, 500],
  [390, 700],
] as const) {
  test(`the notification panel fits the screen at ${width} by ${height}`, async ({ memberPage: page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/portal')
    await page.getByRole('button', { name: 'Notifications, 4 unread' }).click()
    const panel = page.locator('section[popover]')
    for (const shown of [
      panel.getByRole('heading', { name: 'Notifications' }),
      panel.getByRole('button', { name: 'Mark all as read' }),
      panel.getByRole('link', { name: 'See all notifications' }),
    ])
      await expect(shown).toBeInViewport({ ratio: 1 })
    const box = await panel.boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true)
    // Focus scrolls the rest of the panel into view.
    const last = panel.getByRole('link', { name: 'Book your first session' })
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 1 })
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
  })
}
