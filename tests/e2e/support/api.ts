import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import type { Person } from '../../support/given/new-person.ts'
import { callSite } from '../../support/site/call-site.ts'
import { payAsBrowser } from '../../support/site/pay-as-browser.ts'
import type { RunningSite } from '../../support/site/start-site.ts'

// Functions that set up data through the API, as another browser would.

export type Credentials = Pick<Person, 'email' | 'password'>

/**
 * Calls the API and expects success; an empty token makes the call anonymous.
 * @returns the response's data
 */
export async function ask(site: Pick<RunningSite, 'url'>, token: string, method: string, path: string, body?: object) {
  const answer = await callSite(site.url, path, { method, token, body, headers: fromAnyAddress() })
  expect(answer.body, `${method} ${path}`).toMatchObject({ success: true })
  return answer.body.data
}

/** A random client address each time, because registrations are rate limited per address. */
function fromAnyAddress() {
  return { 'x-forwarded-for': `10.${[1, 2, 3].map(() => randomInt(256)).join('.')}` }
}

export async function openAccount(site: RunningSite, visitor: Person) {
  await ask(site, '', 'POST', '/api/auth/register', visitor)
}

/**
 * Logs in as if from another browser.
 * @returns the session token
 */
export async function logInElsewhere(site: RunningSite, { email, password }: Credentials): Promise<string> {
  return (await ask(site, '', 'POST', '/api/auth/login', { email, password })).token
}

/**
 * Logs in through the API and stores the login in the browser.
 * @returns the session token
 */
export function keepLogin(page: Page, site: Pick<RunningSite, 'url'>, { email, password }: Credentials) {
  return storeLogin(page, site, '/api/auth/login', { email, password })
}

/**
 * Registers a new member and stores the login in the browser.
 * @returns the session token
 */
export function enterPortal(page: Page, site: RunningSite, visitor: Person) {
  return storeLogin(page, site, '/api/auth/register', visitor)
}

async function storeLogin(page: Page, site: Pick<RunningSite, 'url'>, path: string, data: object): Promise<string> {
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent), ...fromAnyAddress() }
  const response = await page.request.post(`${site.url}${path}`, { headers, data })
  const { data: login } = await response.json()
  await page.goto(`${site.url}/healthz`)
  await page.evaluate((storedLogin) => {
    localStorage.setItem('authToken', storedLogin.token)
    localStorage.setItem('auth', JSON.stringify({ state: { login: { data: storedLogin } }, version: 0 }))
    if (storedLogin.user.role === 'member') localStorage.removeItem('adminAuthenticated')
    else localStorage.setItem('adminAuthenticated', 'true')
  }, login)
  return login.token
}

/**
 * Buys a package by card, starting today, and waits for the confirmation.
 * @returns the purchase's id
 */
export async function buyPackage(
  site: RunningSite,
  token: string,
  packageId: string,
  market: 'uk' | 'international' = 'uk',
): Promise<string> {
  const {
    package: offered,
    price,
    consents,
    provider,
  } = await ask(site, '', 'GET', `/api/quotes/${market}/${packageId}`)
  const country = market === 'uk' ? null : 'US'
  const { purchase, clientSecret } = await ask(site, token, 'POST', '/api/purchases', {
    packageId,
    packageVersion: offered.version,
    market,
    expectedTotal: price.total,
    consents: { version: consents.version, start: 'today', acknowledged: true },
    buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country },
    isUnder18: false,
  })
  await payAsBrowser(site.sandboxUrl, provider.publishableKey, clientSecret, 'tok_visa')
  await expect
    .poll(async () => (await ask(site, token, 'GET', `/api/purchases/${purchase.id}`)).status, { intervals: [50] })
    .toBe('completed')
  return purchase.id
}

/** Waits for an email with a matching subject to this address, and parses it. */
export async function emailTo(site: RunningSite, recipient: string, subject: RegExp): Promise<Email> {
  const matching: Email[] = []
  const find = async () => {
    const mails = await Promise.all((await site.mails()).map((mail) => PostalMime.parse(mail)))
    const wanted = mails.filter(
      ({ to, subject: about = '' }) => to?.some(({ address }) => address === recipient) && subject.test(about),
    )
    matching.push(...wanted)
    return matching.length
  }
  await expect.poll(find).toBeGreaterThan(0)
  return matching[0] as Email
}

/** Waits for a matching link in the emails to the recipient, ignoring quoted-printable line breaks. */
export async function emailedLink(site: RunningSite, recipient: string, form: RegExp): Promise<string> {
  const find = async () => {
    const sentEmails = (await site.mails()).filter((mail) => mail.includes(`To: ${recipient}`))
    const text = sentEmails
      .join('\n')
      .replaceAll(/=\r?\n/g, '')
      .replaceAll('=3D', '=')
    return form.exec(text)?.[0] ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}
