import type { Mail } from '#platform/server/mail/queue-mail.ts'
import type { TestApp } from './start-app.ts'

/**
 * What somebody has got by mail once all that was under way is done. Mails that left together come in any order: they
 * are told apart by what their subject says, never by their place.
 */
export async function mailsTo(app: TestApp, address: string, about = ''): Promise<Mail[]> {
  await app.settle()
  return app.mails.filter(({ to, subject }) => to === address && subject.includes(about))
}

/** What the bell has told somebody, by the titles that say so, in order. */
export async function bellOf(app: Pick<TestApp, 'rows'>, accountId: string, about = ''): Promise<string[]> {
  const rows = await app.rows(
    'select title from notification where member_id = $1 and strpos(title, $2) > 0 order by created_at, id',
    accountId,
    about,
  )
  return rows.map(({ title }) => title)
}

/** The tokens of the links that confirm an address; with the new address, of those that change it. */
export async function confirmationTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await mailsTo(app, address, 'confirm your'), /verify-email\?token=([\w-]+)/)
}

/** The tokens of the links that set a new password. */
export async function passwordTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await mailsTo(app, address, 'Set a new password'), /reset-password\/([\w-]+)/)
}

/** The tokens of the links by which a guardian answers. */
export async function guardianTokens(app: TestApp, address: string): Promise<string[]> {
  return tokensIn(await mailsTo(app, address, 'agree to a purchase'), /\/guardian\/([\w-]+)/)
}

function tokensIn(mails: Mail[], link: RegExp): string[] {
  return mails.flatMap(({ text }) => link.exec(text)?.[1] ?? [])
}
