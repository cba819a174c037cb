import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'

/** What somebody is told of an item: by letter and by the bell, which cuts a long title. */
export type News = { title: string; text: string; action: string }

/** Of an item by its name and package: never what somebody wrote or made. */
type About = { name: string; packageTitle: string }

export const news = {
  asked: ({ name, packageTitle }: About): News => ({
    title: `${name}: please have a look`,
    text: `There is something for you in ${packageTitle}: ${name}. Please say whether you are content with it, or what should be different.`,
    action: 'Look at it',
  }),
  delivered: ({ name, packageTitle }: About): News => ({
    title: `${name}: delivered`,
    text: `${name} of ${packageTitle} is delivered. You can open it at any time.`,
    action: 'Open it',
  }),
  approved: ({ name, packageTitle }: About): News => ({
    title: `${name}: approved`,
    text: `The member is content with ${name} of ${packageTitle}. It is delivered.`,
    action: 'Open it',
  }),
  changes: ({ name, packageTitle }: About): News => ({
    title: `${name}: changes asked`,
    text: `The member has said what should be different in ${name} of ${packageTitle}.`,
    action: 'Read it',
  }),
  assigned: ({ name, packageTitle }: About): News => ({
    title: `${name}: for you to make`,
    text: `${name} of ${packageTitle} was given to you. Please look at what is there already, and when it is due.`,
    action: 'Look at it',
  }),
  comment: ({ name, packageTitle }: About): News => ({
    title: `${name}: a new comment`,
    text: `Somebody has written to you about ${name} of ${packageTitle}.`,
    action: 'Read it',
  }),
} satisfies Record<string, (about: About) => News>

export type NewsKind = keyof typeof news

type Told = { reader: { email: string; firstName: string }; company: Company; address: string }

export function newsLetter({ title, text, action }: News, { reader, company, address }: Told): Mail {
  return writeLetter({
    to: reader.email,
    subject: title,
    greeting: greeting(reader.firstName),
    paragraphs: [text],
    action: { label: action, url: address },
    notes: ['You choose in your profile whether we write to you about deliverables.'],
    sender: senderOf(company),
  })
}
