import { makePng } from '../../support/png.ts'
import type { RunningSite } from '../../support/site/start-site.ts'
import { emailedLink } from '../support/api.ts'
import { expect, logIn, test } from '../support/test.ts'

test('an invited consultant sets a password, gets a public profile and saves availability', async ({
  adminPage: page,
  browser,
  site,
  visitor,
  look,
}) => {
  await page.goto('/admin/members')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('First name').fill('Ruth')
  await dialog.getByLabel('Last name').fill(`Teitelbaum ${visitor.email}`)
  await dialog.getByLabel('Email address').fill(visitor.email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Choose a role')).toBeVisible()
  await look('invite-staff')
  await dialog.getByLabel('Role').selectOption('consultant')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('The invitation is on its way.')).toBeVisible()

  const context = await browser.newContext({ baseURL: site.url })
  const invited = await context.newPage()
  await invited.goto(await emailedLink(site, visitor.email, /\/reset-password\/[\w-]{43}/))
  const password = 'sixteen quiet green boats'
  await invited.getByLabel('New password', { exact: true }).fill(password)
  await invited.getByLabel('Confirm new password').fill(password)
  await invited.getByRole('button', { name: 'Set new password' }).click()
  await expect(invited).toHaveURL(/\/login/)
  await logIn(invited, { ...visitor, password })
  await expect(invited.getByRole('link', { name: 'Availability' }).filter({ visible: true })).not.toHaveCount(0)

  const name = `Ruth of ${visitor.email}`
  await page.goto('/admin/consultants')
  await look('consultant-without-profile')
  await page.getByRole('link', { name: `Write Ruth Teitelbaum ${visitor.email}’s profile` }).click()
  await expect(page.getByLabel('Display name')).toBeVisible()
  await look('profile-new')
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('Introduction').fill('Counted by hand before she counted by machine.')
  await page
    .getByLabel('Picture')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: makePng('amber', 300) })
  await expect(page.getByAltText('Preview')).toBeVisible()
  await page.getByLabel('BIZ FUTURE').check()
  await page.getByLabel('English', { exact: true }).check()
  await page.getByLabel('Show on the consultants page').check()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(/^Profile saved[.]/)).toBeVisible()
  await expect.poll(() => consultantsPage(site), { intervals: [50] }).toContain(name)

  await invited.getByRole('link', { name: 'Availability' }).filter({ visible: true }).first().click()
  await invited.getByRole('button', { name: 'Save availability' }).click()
  await expect(invited.getByText('Availability saved.')).toBeVisible()
  await context.close()

  // Hide the profile again: other tests expect a fixed list of consultants.
  await page.getByLabel('Show on the consultants page').uncheck()
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect.poll(() => consultantsPage(site), { intervals: [50] }).not.toContain(name)
})

async function consultantsPage({ url }: RunningSite): Promise<string> {
  return (await fetch(`${url}/consultants`)).text()
}
