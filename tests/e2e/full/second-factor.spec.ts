import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Person } from '../../support/given/new-person.ts'
import { enterPortal } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, logIn, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a member sets up an authenticator app and logs in by code, recovery code and trusted device', async ({
  memberPage: page,
  visitor,
  look,
}) => {
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: /QR code/ }).locator('path')).toHaveAttribute('d', /M4 4/)
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await look('set-up')
  await page.getByLabel(/Enter the code/).fill('12')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('The code has six digits')).toBeVisible()
  await page.getByLabel(/Enter the code/).fill(makeCode(key).replace(/^.../, '$& '))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const list = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  const codes = await list.allTextContents()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as text' }).click()
  expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt')
  await look('recovery-codes')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please keep the codes first')).toBeVisible()
  await page.getByLabel('I have kept them').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('10 codes are left')).toBeVisible()
  await look('switched-on')

  await logOut(page)
  await beginLogin(page, visitor)
  await look('second-step')
  await page.getByLabel('Code', { exact: true }).fill('000 000')
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('This code is not right.')).toBeVisible()
  // The code from the setup is spent, so send the next one, which is already valid.
  await page.getByLabel('Code', { exact: true }).fill(makeCode(key, 30_000))
  await page.getByLabel('Code', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/portal\/security$/)

  await logOut(page)
  await beginLogin(page, visitor)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.getByLabel('Trust this device').check()
  await look('recovery-code')
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('9 codes are left')).toBeVisible()

  await logOut(page)
  await page.goto('/login?from=%2Fportal%2Fsecurity')
  await logIn(page, visitor)
  await expect(page.getByText('9 codes are left')).toBeVisible()

  await page.getByRole('button', { name: 'Switch off' }).click()
  await look('switch-off')
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  // The trusted device logged in with the password alone, so switching off requires the second factor.
  const question = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  await expect(question.getByLabel('Code from your authenticator app')).toBeFocused()
  await look('confirm-factor')
  await question.getByRole('button', { name: 'I have lost all of these' }).click()
  await look('confirm-factor-lost')
  await question.getByRole('button', { name: 'Use a recovery code' }).click()
  await question.getByLabel('Recovery code').fill(codes[1] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('a member adds a passkey, logs in with it, renames and removes it', async ({ page, site, visitor, look }) => {
  await giveAuthenticator(page)
  await page.goto('/login')
  await look('login')
  await enterPortal(page, site, visitor)
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone with a name that is rather long for a narrow screen')
  await look('add-passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('not used yet')).toBeVisible()
  await look('passkeys')

  await logOut(page)
  await page.goto('/login?from=%2Fportal%2Fsecurity')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText(/last used/)).toBeVisible()

  await page.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('You have no passkey yet.')).toBeVisible()
})

test('a passkey is accepted as the second factor', async ({ page, site, visitor }) => {
  await giveAuthenticator(page)
  await enterPortal(page, site, visitor)
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('not used yet')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await page.getByLabel(/Enter the code/).fill(makeCode(key))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await page.getByLabel('I have kept them').check()
  await page.getByRole('button', { name: 'Continue' }).click()

  await logOut(page)
  await beginLogin(page, visitor)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('10 codes are left')).toBeVisible()
})

async function beginLogin(page: Page, visitor: Person) {
  await page.goto('/login?from=%2Fportal%2Fsecurity')
  await logIn(page, visitor)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

async function logOut(page: Page) {
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  // Wait for the toast here, so that it does not appear on the next page.
  await expect(page.getByText('Logged out successfully')).toBeVisible()
}

/** The authenticator app's code for the key, `later` milliseconds from now. */
function makeCode(key: string, later = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate({ timestamp: Date.now() + later })
}

/** Adds a virtual authenticator that approves every request. */
async function giveAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
