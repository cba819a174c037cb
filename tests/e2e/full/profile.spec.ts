import sharp from 'sharp'
import { emailedLink } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member updates the profile, and invalid input is rejected', async ({ memberPage: page, visitor, look }) => {
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/portal\/profile$/)
  const form = page.getByRole('form', { name: 'Personal information' })
  await expect(form.getByLabel('First name')).toHaveValue(visitor.firstName)
  await look('profile')

  await form.getByLabel('First name').fill('Augusta')
  await form.getByLabel('Mobile number').fill('07700900123')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByText('Please enter a valid mobile number with country code')).toBeVisible()
  await look('wrong-mobile')
  await form.getByLabel('Mobile number').fill('+447700900999')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form.getByRole('status')).toHaveText('Profile updated successfully!')
  await look('saved')
  await expect(form.getByRole('status')).toHaveText('')

  await page.getByRole('checkbox', { name: 'SMS notifications' }).check()
  const notifications = page.getByRole('form', { name: 'Notifications' })
  await notifications.getByRole('button', { name: 'Save changes' }).click()
  await expect(notifications.getByRole('status')).toHaveText('Profile updated successfully!')

  await page.getByLabel('I am under 18').check()
  await page.getByRole('form', { name: 'Parent or guardian' }).getByRole('button').click()
  await expect(page.getByText('The name of your parent or guardian is required')).toBeVisible()
  await look('guardian')

  await page.reload()
  await expect(form.getByLabel('First name')).toHaveValue('Augusta')
  await expect(form.getByLabel('Mobile number')).toHaveValue('+447700900999')
  await expect(page.getByRole('checkbox', { name: 'SMS notifications' })).toBeChecked()
  await expect(page.getByLabel('I am under 18')).not.toBeChecked()
})

test('a saved profile picture shows in the top bar until it is removed', async ({ memberPage: page, look }) => {
  await page.goto('/portal/profile')
  const inTopBar = page.getByRole('banner').locator('img')
  await page.getByLabel('Choose a picture').setInputFiles(await photo())
  await expect(page.getByRole('main').locator('img')).toBeVisible()
  await expect(inTopBar).toHaveCount(0)
  await look('picture-chosen')

  await page.getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(inTopBar).toBeVisible()
  await page.reload()
  await expect(inTopBar).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
  await look('picture')

  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(inTopBar).toHaveCount(0)
})

test('an email address changes once the link sent to the new address is opened', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  const email = `new-${visitor.email}`
  await page.goto('/portal/profile')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email').fill(email)
  await look('change-email')
  await page.getByRole('button', { name: 'Send the link', exact: true }).click()
  await expect(page.getByText('waits for you to open the link')).toBeVisible()
  await look('email-pending')

  await page.goto(await emailedLink(site, email, /\/verify-email\?token=[\w-]{43}/))
  await expect(page.getByRole('main').getByRole('status')).toContainText('From now on you log in with it.')
  await page.goto('/portal/profile')
  const section = page.getByRole('region', { name: 'Email' })
  await expect(section.getByText(email)).toBeVisible()
  await expect(section.getByText('Confirmed', { exact: true })).toBeVisible()
})

test('the old profile URL redirects permanently to the portal without scripts', async ({ site }) => {
  const answer = await fetch(`${site.url}/profile`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/portal/profile'])
})

async function photo() {
  const picture = sharp({ create: { width: 1_600, height: 1_200, channels: 3, background: { r: 30, g: 120, b: 90 } } })
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}
