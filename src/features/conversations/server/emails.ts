import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { ANSWER_ABOVE } from '../rules/own-words.ts'
import type { Correspondent } from './letter-store.ts'

type Answer = {
  member: Correspondent
  text: string
  company: Company
  publicUrl: string
  /** Where an answer by mail goes, if it can be given so. */
  replyTo: string | undefined
}

/** What the company has written, to the member. */
export function answerLetter({ member, text, company, publicUrl, replyTo }: Answer): Mail {
  const words = [greeting(member.firstName), ...paragraphsOf(text)]
  const letter = writeLetter({
    to: member.email,
    subject: `${company.brandName} has written to you`,
    // What stands below the first line of a letter is cut off an answer.
    greeting: replyTo ? ANSWER_ABOVE : (words.shift() ?? ''),
    paragraphs: words,
    action: { label: 'Open the conversation', url: `${publicUrl}/portal/messages` },
    notes: [
      replyTo
        ? 'You can answer this mail, from this address of yours: your answer arrives in the conversation. Files do not arrive; you add them in the portal.'
        : 'Please answer in the portal: mails to this address are not read.',
    ],
    sender: senderOf(company),
  })
  return { ...letter, ...(replyTo && { replyTo }) }
}

/** To the company: that somebody waits. What they wrote stays in the portal, where one answers it. */
export function companyLetter(told: { member: Correspondent; company: Company; publicUrl: string }): Mail {
  const { member, company, publicUrl } = told
  const name = member.name.replaceAll(/\s+/g, ' ')
  return writeLetter({
    to: company.email,
    subject: `${name} has written to you`,
    greeting: 'Hello,',
    paragraphs: [`${name} waits for an answer in the portal.`],
    action: { label: 'Read and answer', url: `${publicUrl}/admin/conversations/${member.id}` },
    notes: ['Please answer there: an answer to this mail does not reach them.'],
    sender: senderOf(company),
  })
}

function paragraphsOf(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim())
}
