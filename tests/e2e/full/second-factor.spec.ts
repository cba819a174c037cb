import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { enterPortal } from '../support/api.ts'
import { phone } from '../support/screen-sizes.ts'
import { expect, logIn, test } from '../support/test.ts'

test.use({ viewport: phone })

test('a passkey logs in alone, and passes the second step after an authenticator app is set up', async ({
  page,
  site,
  visitor,
  look,
}) => {
  await giveAuthenticator(page)
  await enterPortal(page, site, visitor)
  await page.goto('/portal/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My phone with a name that is rather long for a narrow screen')
  await look('add-passkey')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('not used yet')).toBeVisible()
  await look('passkeys')
  await logOut(page)
  await page.goto(loginPath)
  await look('login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText(/last used/)).toBeVisible()

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await expect(page.getByRole('img', { name: /QR code/ }).locator('path')).toHaveAttribute('d', /M4 4/)
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  await look('set-up')
  await page.getByLabel(/Enter the code/).fill(makeCode(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await look('recovery-codes')
  await page.getByLabel('I’ve saved these codes').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()

  await logOut(page)
  await page.goto(loginPath)
  await logIn(page, visitor)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await look('second-step')
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('10 codes left')).toBeVisible()
})

const loginPath = '/login?from=%2Fportal%2Fsecurity'

async function logOut(page: Page) {
  await page.getByLabel('Your account').click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  // Wait for the toast here, so that it does not appear on the next page.
  await expect(page.getByText('Logged out successfully')).toBeVisible()
}

/** The code that an authenticator app shows for the key. */
function makeCode(key: string): string {
  return new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) }).generate()
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
