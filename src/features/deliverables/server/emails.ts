import type { Company } from '#features/company/contract.ts'
import { type EmailReader, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

/** Text of an email and its notification. The notification shortens a long title. */
export type DeliverableMessage = { title: string; text: string; action: string }

/** Messages name the item and its package, but never quote comments or content. */
type MessageSubject = { name: string; packageTitle: string }

export const deliverableMessages = {
  asked: ({ name, packageTitle }) => ({
    title: `${name}: please have a look`,
    text: `There is something for you in ${packageTitle}: ${name}. Please say whether you are content with it, or what should be different.`,
    action: 'Look at it',
  }),
  delivered: ({ name, packageTitle }) => ({
    title: `${name}: delivered`,
    text: `${name} of ${packageTitle} is delivered. You can open it at any time.`,
    action: 'Open it',
  }),
  approved: ({ name, packageTitle }) => ({
    title: `${name}: approved`,
    text: `The member is content with ${name} of ${packageTitle}. It is delivered.`,
    action: 'Open it',
  }),
  changes: ({ name, packageTitle }) => ({
    title: `${name}: changes asked`,
    text: `The member has said what should be different in ${name} of ${packageTitle}.`,
    action: 'Read it',
  }),
  assigned: ({ name, packageTitle }) => ({
    title: `${name}: for you to make`,
    text: `${name} of ${packageTitle} was given to you. Please look at what is there already, and when it is due.`,
    action: 'Look at it',
  }),
  comment: ({ name, packageTitle }) => ({
    title: `${name}: a new comment`,
    text: `Somebody has written to you about ${name} of ${packageTitle}.`,
    action: 'Read it',
  }),
} satisfies Record<string, (subject: MessageSubject) => DeliverableMessage>

export type DeliverableEvent = keyof typeof deliverableMessages

type DeliverableEmailContext = { reader: EmailReader; company: Company; address: string }

export function deliverableEmail(
  { title, text, action }: DeliverableMessage,
  { reader, company, address }: DeliverableEmailContext,
): Email {
  return emailTo(reader, company, {
    subject: title,
    paragraphs: [text],
    action: { label: action, url: address },
    notes: ['You choose in your profile whether we write to you about deliverables.'],
  })
}
