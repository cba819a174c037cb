import type { RunningSite } from '../support/start-site.ts'
import {
  enterPortal,
  expect,
  fetchedAhead,
  logIn,
  openAccount,
  test,
  type Visitor,
  widths,
  withoutStream,
} from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a member has the link that confirms the email address sent again, and confirms with it', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await page.goto('/login')
      await logIn(page, visitor)
      const resend = page.getByRole('button', { name: 'Send the link again' })
      await expect(resend).toBeVisible()
      await look('confirm-email')
      await resend.click()
      await expect(page.getByText('We have sent you a new link.')).toBeVisible()
      await look('link-sent-again')

      await page.goto('/verify-email?token=no-such-token')
      await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not valid any more.')
      await expect(resend).toBeVisible()
      await look('link-not-valid')

      await page.goto(await newLink(site, visitor))
      await expect(page.getByRole('main').getByRole('status')).toHaveText(
        /^Your email address .…@example.org is confirmed.$/,
      )
      await page.getByRole('link', { name: 'Go to your dashboard' }).click()
      await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
      await expect(resend).toBeHidden()
    })

    test('a link that is followed offline says so, and works once the connection is back', async ({
      page,
      site,
      visitor,
      look,
      context,
    }) => {
      await withoutStream(page)
      await enterPortal(page, site, visitor)
      await fetchedAhead(page)

      await context.setOffline(true)
      const menu = page.getByRole('button', { name: 'Open menu' })
      if (await menu.isVisible()) await menu.click()
      await page.getByRole('link', { name: 'My Packages' }).filter({ visible: true }).first().click()
      await expect(page.getByText('You are offline')).toBeVisible()
      await expect(page.getByText(`Hello, ${visitor.firstName}`)).toBeVisible()
      await look('offline')

      await context.setOffline(false)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page).toHaveURL(/\/portal\/packages$/)
      await expect(page.getByText('You are offline')).toBeHidden()
    })
  })
}

test('a server that is gone is said in the portal, and the page can be tried again', async ({
  page,
  site,
  visitor,
}) => {
  await withoutStream(page)
  await enterPortal(page, site, visitor)
  await fetchedAhead(page)

  await page.route('**', (route) => route.abort('connectionfailed'))
  await page.getByRole('link', { name: 'My Packages' }).filter({ visible: true }).first().click()
  await expect(page.getByText('We could not reach the server.')).toBeVisible()

  await page.unroute('**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('What you own, what is coming')).toBeVisible()
})

/** The address in the second mail, whose lines are broken for its way. */
async function newLink(site: RunningSite, visitor: Visitor): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await site.mails()).filter((mail) => mail.includes(visitor.email) && mail.includes('new link'))
      const text = mails
        .join()
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
      link = /\/verify-email\?token=[\w-]{43}/.exec(text)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}
