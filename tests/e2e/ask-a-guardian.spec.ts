import type { RunningSite } from '../support/start-site.ts'
import { expect, logIn, openAccount, test, typeCard, widths } from './support/test.ts'

for (const { name, viewport } of widths) {
  test.describe(name, () => {
    test.use({ viewport })

    test('a member under 18 asks a guardian, who agrees from the mail, and then pays', async ({
      page,
      site,
      visitor,
      look,
    }) => {
      await openAccount(site, visitor)
      await page.goto(`/login?from=${encodeURIComponent('/checkout/stripe?package=my-future-basic')}`)
      await logIn(page, visitor)
      const payButton = page.getByRole('button', { name: 'Pay £118.80' })
      await typeCard(page, '4242424242424242')
      await payButton.click()
      await expect(page.getByText('Please say whether you are under 18.')).toBeVisible()
      await expect(page.getByLabel('Yes')).toBeFocused()
      await look('age-needed')

      await page.getByLabel('Yes').check()
      await expect(payButton).toBeDisabled()
      await page.getByRole('button', { name: 'Ask your guardian' }).click()
      await expect(page.getByText('The name of your parent or guardian is required')).toBeVisible()
      await look('guardian-needed')
      await page.getByLabel('Name of your parent or guardian').fill('Annabella Milbanke')
      await page.getByLabel('Their email').fill(visitor.email)
      await page.getByLabel('Their email').press('Enter')
      await expect(page.getByText('not your own.')).toBeVisible()
      const address = `guardian-${visitor.email}`
      await page.getByLabel('Their email').fill(address)
      await page.getByRole('button', { name: 'Ask your guardian' }).click()
      await expect(page.getByText('We are waiting for your parent or guardian')).toBeVisible()
      await expect(payButton).toBeDisabled()
      await page.getByRole('button', { name: 'Look for their answer' }).click()
      await expect(page.getByText('They have not answered yet.')).toBeVisible()
      await look('waiting')

      const link = await guardianLink(site, address)
      const token = link.split('/').at(-1) ?? ''
      const named: string[] = []
      const guardian = await page.context().newPage()
      guardian.on('request', (request) => named.push(request.url(), request.headers().referer ?? ''))
      const response = await guardian.goto(link)
      expect(response?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      expect(await response?.text()).not.toContain(token)
      await expect(guardian.getByText('Ada is under 18')).toBeVisible()
      await expect(guardian).toHaveURL(/\/guardian$/)
      await expect(guardian.getByText('£118.80 once, including £19.80 VAT. Nothing renews.')).toBeVisible()
      await guardian.getByRole('button', { name: 'I agree' }).click()
      await expect(guardian.getByText('Thank you. You have agreed.')).toBeVisible()
      expect(named.filter((url) => url.includes(token)).map((url) => new URL(url).pathname)).toEqual([
        `/guardian/${token}`,
      ])
      await guardian.close()

      await page.getByRole('button', { name: 'Look for their answer' }).click()
      await expect(page.getByText('Your parent or guardian has agreed. You can pay now.')).toBeVisible()
      await look('agreed')
      await payButton.click()
      await expect(page.getByText('Payment Successful!')).toBeVisible()
      await expect(page).toHaveURL(/\/portal\/dashboard/)
      expect((await site.mails()).filter((mail) => mail.includes('You can pay for MY FUTURE WEEK now'))).not.toEqual([])

      await page.goto(link)
      await expect(page.getByRole('main').getByRole('alert')).toContainText('This link does not work any more.')
      await look('link-over')
    })

    test('a guardian reads what is asked, and says no', async ({ page, site, visitor, look }) => {
      await openAccount(site, visitor)
      const address = `guardian-${visitor.email}`
      await ask(site, visitor, address)
      await page.goto(await guardianLink(site, address))
      await expect(page.getByText('Ada is under 18')).toBeVisible()
      await look('question')
      await page.getByRole('button', { name: 'I do not agree' }).click()
      await expect(page.getByText('Thank you. You have not agreed.')).toBeVisible()
      await look('not-agreed')

      await page.goto(`/login?from=${encodeURIComponent('/checkout/stripe?package=my-future-basic')}`)
      await logIn(page, visitor)
      await page.getByLabel('No', { exact: true }).check()
      await expect(page.getByText('Your profile says that you are under 18')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Pay £118.80' })).toBeDisabled()
      await page.getByLabel('Yes').check()
      await expect(page.getByText('Your parent or guardian did not agree')).toBeVisible()
      await look('refused')
    })
  })
}

/** As a member who has come so far in another browser. */
async function ask(site: RunningSite, visitor: { email: string; password: string }, address: string) {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${site.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    return (await response.json()).data
  }
  const { token } = await post('/api/auth/login', { email: visitor.email, password: visitor.password })
  const guardian = { name: 'Annabella', email: address }
  await post('/api/guardian-requests', { packageId: 'my-future-basic', market: 'uk', guardian }, token)
}

/** The address in the mail, whose lines are broken for its way. */
async function guardianLink(site: RunningSite, address: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mails = (await site.mails()).filter((mail) => mail.includes(address))
      const text = mails.join().replaceAll(/=\r?\n/g, '')
      link = /\/guardian\/[\w-]{43}/.exec(text)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}
