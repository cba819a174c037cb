import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { phone } from '../support/screen-sizes.ts'
import { expect, logIn, register, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member downloads their data, deletes the account, and can register again with the same email', async ({
  memberPage: page,
  site,
  visitor,
  look,
}) => {
  await page.goto('/portal/security')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^your-data-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  const { account } = JSON.parse(strFromU8(files['data.json'] ?? new Uint8Array()))
  expect(account).toMatchObject({ firstName: visitor.firstName, email: visitor.email })
  await look('your-data')

  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account' })
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('Please type DELETE')).toBeVisible()
  await look('delete-account')
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.getByText('Your account was deleted.')).toBeVisible()

  await page.goto('/login')
  await logIn(page, visitor)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Email or password is incorrect.')
  await page.goto('/register')
  await register(page, visitor)
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, visitor)
  await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
})
