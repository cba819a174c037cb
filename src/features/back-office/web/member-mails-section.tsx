import { useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { MailSummary } from '#features/mails/contract.ts'
import { ResendDialog } from '#features/mails/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { MailState } from '#platform/shared/mail-state.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { listMemberMails } from '../contract/member.ts'
import { MemberListSection } from './member-lists-section.tsx'

type MemberMailsProps = { memberId: string; first: ResponseOf<typeof listMemberMails> }

const stateWords = {
  waiting: 'waiting',
  retrying: 'tried again',
  sent: 'sent',
  'given-up': 'given up',
} satisfies Record<MailState, string>

/** Each leads to its words in the log of mails, and can be sent once more. */
export function MemberMailsSection({ memberId, first }: MemberMailsProps) {
  const [resent, setResent] = useState<MailSummary>()
  const { revalidate } = useRevalidator()
  return (
    <>
      <MemberListSection
        title="Mails"
        none="Nothing was written to them."
        first={first}
        fetchPage={(cursor) => load(listMemberMails, { params: { memberId }, query: { cursor } })}
      >
        {(mail) => <MailRow mail={mail} onResend={() => setResent(mail)} />}
      </MemberListSection>
      {resent ? (
        <ResendDialog
          mail={resent}
          onClose={() => setResent(undefined)}
          onSent={async (_, sentence) => {
            notify.success(sentence)
            setResent(undefined)
            await revalidate()
          }}
        />
      ) : null}
    </>
  )
}

function MailRow({ mail: { id, subject, writtenAt, state }, onResend }: { mail: MailSummary; onResend: () => void }) {
  // What is on its way is tried again by itself, and what is forgotten has no words to send.
  const canGoOnceMore = subject && (state === 'sent' || state === 'given-up')
  return (
    <>
      {/* A full load: that page shows letters, and has a policy of its own for that. */}
      <Link to={`/admin/mails/${id}`} reloadDocument className="link justify-self-start font-semibold wrap-anywhere">
        {subject || 'A mail that is forgotten'}
      </Link>
      <p className="text-sm text-muted">
        {formatMoment(writtenAt)}, {stateWords[state]}
      </p>
      {canGoOnceMore ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-label={`Send once more: ${subject}`}
          onClick={onResend}
        >
          Send once more
        </Button>
      ) : null}
    </>
  )
}
