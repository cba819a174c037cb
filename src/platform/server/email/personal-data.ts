import type { PersonalDataArea } from '../personal-data.ts'
import { deleteEmailsTo, listEmailsTo } from './store.ts'

/**
 * Emails to a member, except those that answer a form. Anyone can enter another person's address in a form, so the
 * form's area decides whose data they are. Their reasons start with `excludedReasonPrefix`.
 */
export function personalEmails(excludedReasonPrefix: string): PersonalDataArea {
  return {
    async export(db, { email, openedAt }) {
      const emails = await listEmailsTo(db, email, { since: openedAt, exceptReason: excludedReasonPrefix })
      const facts = emails.map(({ subject, recipient, createdAt, sentAt }) => ({
        subject,
        to: recipient,
        writtenAt: createdAt,
        sentAt,
      }))
      return { sections: [{ key: 'emails', title: 'Emails we sent you', facts }] }
    },
    erase: (tx, _, { addresses, openedAt }) =>
      deleteEmailsTo(tx, addresses, { since: openedAt, exceptReason: excludedReasonPrefix }),
  }
}
