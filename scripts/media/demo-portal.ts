import type { Browser, Page } from '@playwright/test'
import type { RunningSite } from '#tests/support/site/start-site.ts'

export type Login = { email: string; password: string }

/** Opens a page of the demo as this person. Nothing on it moves. */
export async function openDemoPage(
  browser: Browser,
  { url }: RunningSite,
  { email, password }: Login,
  { path, sharpness = 1 }: { path: string; sharpness?: number },
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce', deviceScaleFactor: sharpness })
  const page = await context.newPage()
  await page.goto(`/login?from=${encodeURIComponent(path)}`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL((address) => address.pathname !== '/login')
  return page
}

/** Waits for the loading message to go instead of for the network, which the bell's open stream keeps busy. */
export async function waitUntilLoaded(page: Page) {
  await page.getByRole('main').waitFor()
  await page.waitForFunction(() => !document.querySelector('main .animate-spin'))
  await page.waitForTimeout(1_000)
}

/** The demo's accounts, from what it prints when it starts. */
export function readLogins(output: string): { administrator: Login; member: (name: string) => Login } {
  const [, email = '', staffPassword = ''] = /Administrator {2}(\S+) {2}password (\S+)/.exec(output) ?? []
  const [, password = ''] = /Members +password (\S+)/.exec(output) ?? []
  const member = (name: string) => ({ email: `${name}@demo.example`, password })
  return { administrator: { email, password: staffPassword }, member }
}
