import type { Email } from '#platform/server/email/email.ts'
import type { TestApp } from '../app/start-app.ts'

/**
 * The emails to an address after all pending work. Emails sent together arrive in any order, so tests distinguish them
 * by subject.
 */
export async function emailsTo(app: TestApp, address: string, about = ''): Promise<Email[]> {
  await app.settle()
  return app.mails.filter(({ to, subject }) => to === address && subject.toLowerCase().includes(about.toLowerCase()))
}

/** Titles of an account's notifications that contain `about`, in order. */
export async function notificationTitles(app: Pick<TestApp, 'rows'>, accountId: string, about = ''): Promise<string[]> {
  const rows = await app.rows(
    'select title from notification where member_id = $1 and strpos(title, $2) > 0 order by created_at, id',
    accountId,
    about,
  )
  return rows.map(({ title }) => title)
}

/** Tokens of the links that confirm an address; after a change of address, sent to the new one. */
export async function confirmationTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'confirm your'), /verify-email\?token=([\w-]+)/)
}

/** Tokens of the links that set a new password. */
export async function passwordTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'Set a new password'), /reset-password\/([\w-]+)/)
}

/** Tokens of the links for guardians. */
export async function guardianTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await emailsTo(app, address, 'agree to a purchase'), /\/guardian\/([\w-]+)/)
}

function tokensIn(mails: Email[], link: RegExp): string[] {
  return mails.flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}
