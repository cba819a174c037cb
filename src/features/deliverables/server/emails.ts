import { type EmailReader, type EmailSite, emailTo, turnOffNote } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'

/** The text of an email and its notification. A long title is shortened in the notification. */
export type DeliverableMessage = { title: string; text: string; action: string }

/** Messages name the item and its package, but never quote comments or content. */
type MessageSubject = { name: string; packageTitle: string }

export const deliverableMessages = {
  asked: ({ name, packageTitle }) => ({
    title: `Ready to review: ${name}`,
    text: `Your consultant has sent you ${name} (${packageTitle}) to review. Approve it or say what you’d like changed.`,
    action: 'Review it',
  }),
  delivered: ({ name, packageTitle }) => ({
    title: `Delivered: ${name}`,
    text: `We’ve delivered ${name} (${packageTitle}). You can open it at any time.`,
    action: 'Open it',
  }),
  approved: ({ name, packageTitle }) => ({
    title: `Approved: ${name}`,
    text: `The member has approved ${name} (${packageTitle}), so it’s now marked as delivered.`,
    action: 'Open it',
  }),
  changes: ({ name, packageTitle }) => ({
    title: `Changes requested: ${name}`,
    text: `The member has asked for changes to ${name} (${packageTitle}).`,
    action: 'Read the request',
  }),
  assigned: ({ name, packageTitle }) => ({
    title: `Assigned to you: ${name}`,
    text: `You’ve been assigned ${name} (${packageTitle}). Check the due date and any work done so far.`,
    action: 'Open it',
  }),
  comment: ({ name, packageTitle }) => ({
    title: `New comment: ${name}`,
    text: `You have a new comment on ${name} (${packageTitle}).`,
    action: 'Read the comment',
  }),
} satisfies Record<string, (subject: MessageSubject) => DeliverableMessage>

export type DeliverableEvent = keyof typeof deliverableMessages

type DeliverableEmailContext = EmailSite & { reader: EmailReader; subject: MessageSubject; path: string }

export function deliverableEmail(
  { title, text, action }: DeliverableMessage,
  { reader, subject, path, company, publicUrl }: DeliverableEmailContext,
): Email {
  return emailTo(reader, company, {
    subject: title,
    paragraphs: [text],
    facts: [
      ['Deliverable', subject.name],
      ['Package', subject.packageTitle],
    ],
    action: { label: action, url: `${publicUrl}${path}` },
    notes: [turnOffNote('emails about deliverables', publicUrl)],
  })
}
