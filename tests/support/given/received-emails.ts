import type { Email } from '#platform/server/email/email.ts'
import type { TestApp } from '../app/start-app.ts'

/**
 * The emails to an address once all pending work is done. Emails that are sent together arrive in any order, so tests
 * tell them apart by subject.
 */
export async function emailsTo(app: TestApp, address: string, about = ''): Promise<Email[]> {
  await app.settle()
  return app.mails.filter(({ to, subject }) => to === address && subject.toLowerCase().includes(about.toLowerCase()))
}

/** The titles of an account's notifications that contain `about`, in order. */
export async function notificationTitles(app: Pick<TestApp, 'rows'>, accountId: string, about = ''): Promise<string[]> {
  const rows = await app.rows(
    'select title from notification where member_id = $1 and strpos(title, $2) > 0 order by created_at, id',
    accountId,
    about,
  )
  return rows.map(({ title }) => title)
}

/**
 * The tokens in links that confirm an email address. If a member changes their address, the link goes to the new one.
 */
export async function confirmationTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'confirm your'), /verify-email\?token=([\w-]+)/)
}

/** The tokens in links that set a new password. */
export async function passwordTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'Set a new password'), /reset-password\/([\w-]+)/)
}

/** The tokens in links for guardians. */
export async function guardianTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'agree to a purchase'), /\/guardian\/([\w-]+)/)
}

function tokensIn(mails: Email[], link: RegExp): string[] {
  return mails.flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}
