import type { Letter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import type { Company } from '../contract.ts'

/** Who stands under every letter: the name in law, where to write and call, and the number (Companies Act 2006 s. 82). */
export function senderOf({ legalName, address, phone, email, companyNumber }: Company): Letter['sender'] {
  return { name: legalName, lines: [...address, phone, email, `Company number ${companyNumber}`] }
}

/** An area's letters with invented data, by the name of their function; where one has several faces, each after a colon. */
export type LetterExamples = Record<string, (site: { company: Company; publicUrl: string }) => Mail>
