import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { EmailSummary } from '#features/emails/contract.ts'
import { ResendDialog } from '#features/emails/web/public.tsx'
import type { EmailStatus } from '#platform/shared/email-status.ts'
import { load } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { listMemberEmails } from '../contract.ts'
import { MemberListSection, type MemberSectionProps } from './member-list-section.tsx'

const stateText = {
  waiting: 'waiting',
  retrying: 'retrying',
  sent: 'sent',
  'given-up': 'not delivered',
} satisfies Record<EmailStatus, string>

/** Lists a member's emails. Each can be resent and links to its entry in the email log. */
export function MemberEmailsSection({ memberId, first }: MemberSectionProps<typeof listMemberEmails>) {
  const [resending, setResending] = useState<EmailSummary>()
  const { revalidate } = useRevalidator()
  return (
    <>
      <MemberListSection
        title="Emails"
        emptyText="No emails yet."
        first={first}
        fetchPage={(cursor) => load(listMemberEmails, { params: { memberId }, query: { cursor } })}
      >
        {(email) => <EmailRow email={email} onResend={() => setResending(email)} />}
      </MemberListSection>
      {resending ? (
        <ResendDialog
          email={resending}
          onClose={() => setResending(undefined)}
          onSent={async (_, message) => {
            notify.success(message)
            setResending(undefined)
            await revalidate()
          }}
        />
      ) : null}
    </>
  )
}

function EmailRow({ email, onResend }: { email: EmailSummary; onResend: () => void }) {
  const { id, subject, writtenAt, state } = email
  // Emails in the queue retry automatically. A purged email has no content to resend.
  const canResend = subject && (state === 'sent' || state === 'given-up')
  return (
    <>
      {/* Needs a full page load, because only the email pages have a Content Security Policy that shows emails. */}
      <Link to={`/admin/emails/${id}`} reloadDocument className="link justify-self-start font-semibold wrap-anywhere">
        {subject || 'Deleted email'}
      </Link>
      <p className="text-sm text-muted">
        {formatMoment(writtenAt)}, {stateText[state]}
      </p>
      {canResend ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-label={`Resend: ${subject}`}
          onClick={onResend}
        >
          Resend
        </Button>
      ) : null}
    </>
  )
}
