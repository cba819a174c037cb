import { Link } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { MailState } from '#platform/shared/mail-state.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { listMemberMails } from '../contract/member.ts'
import { MemberListSection } from './member-lists-section.tsx'

type MemberMailsProps = { memberId: string; first: ResponseOf<typeof listMemberMails> }

const stateWords = {
  waiting: 'waiting',
  retrying: 'tried again',
  sent: 'sent',
  'given-up': 'given up',
} satisfies Record<MailState, string>

/** Each leads to the log of mails, where it can be sent once more. */
export function MemberMailsSection({ memberId, first }: MemberMailsProps) {
  return (
    <MemberListSection
      title="Mails"
      none="Nothing was written to them."
      first={first}
      fetchPage={(cursor) => load(listMemberMails, { params: { memberId }, query: { cursor } })}
    >
      {({ id, subject, writtenAt, state }) => (
        <>
          {/* A full load: that page shows letters, and has a policy of its own for that. */}
          <Link
            to={`/admin/mails/${id}`}
            reloadDocument
            className="link justify-self-start font-semibold wrap-anywhere"
          >
            {subject || 'A mail that is forgotten'}
          </Link>
          <p className="text-sm text-muted">
            {formatMoment(writtenAt)}, {stateWords[state]}
          </p>
        </>
      )}
    </MemberListSection>
  )
}
