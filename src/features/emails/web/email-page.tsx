import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useLoadedState } from '#platform/web/use-loaded-state.ts'
import { type EmailBody, getEmail, type LoggedEmail } from '../contract.ts'
import { EmailContent, requireOwnDocument } from './email-frame.tsx'
import { EmailFailure, StateBadge } from './email-state-badge.tsx'
import { ResendDialog } from './resend-dialog.tsx'

export const meta = privateMeta('Email')

export const clientLoader = pageLoader(async ({ params, request }) => {
  requireOwnDocument(request)
  return load(getEmail, { params: { emailId: params.emailId ?? '' } })
})

export default function EmailPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EmailDetails key={loaded.id} loaded={loaded} />
}

function EmailDetails({ loaded }: { loaded: LoggedEmail }) {
  const [email, setEmail] = useLoadedState(loaded)
  const [isConfirming, setIsConfirming] = useState(false)
  const [resendMessage, setResendMessage] = useState('')
  return (
    <>
      <BackLink to="/admin/emails">All emails</BackLink>
      <PageHeading
        title={email.subject || 'Deleted email'}
        actions={
          canResend(email) ? (
            <Button variant="secondary" size="small" onClick={() => setIsConfirming(true)}>
              Resend
            </Button>
          ) : null
        }
      />
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3 wrap-anywhere">
          <StateBadge state={email.state} />
          {email.recipient ? `To ${email.recipient}, created` : 'Created'} {formatMoment(email.writtenAt)}
        </p>
        {email.replyTo ? <p className="wrap-anywhere">Replies go to {email.replyTo}.</p> : null}
        <EmailFailure email={email} />
      </div>
      <p role="status" className={resendMessage ? 'text-muted' : 'sr-only'}>
        {resendMessage}
      </p>
      <EmailBodyPanel content={email.content} />
      <Deliveries deliveries={email.deliveries} />
      {isConfirming ? (
        <ResendDialog
          email={email}
          onClose={() => setIsConfirming(false)}
          onSent={(resent, message) => {
            setEmail(resent)
            setResendMessage(message)
            setIsConfirming(false)
          }}
        />
      ) : null}
    </>
  )
}

/** Hides the button if the server would refuse to resend the email anyway. */
function canResend({ state, content }: LoggedEmail): boolean {
  return (state === 'sent' || state === 'given-up') && content.state === 'kept'
}

function EmailBodyPanel({ content }: { content: EmailBody }) {
  if (content.state === 'deleted') return <p className="text-muted">The text of this email has been deleted.</p>
  if (content.state === 'withheld')
    return (
      <p className="text-muted">
        This email may contain a link that gives access to an account, so only the recipient can read it.
      </p>
    )
  return (
    <>
      {content.files.length > 0 ? <p className="wrap-anywhere">Files: {content.files.join(', ')}</p> : null}
      <div className="grid gap-6 md:grid-cols-2">
        <EmailContent title="Email" html={content.html} text={content.text} />
      </div>
    </>
  )
}

function Deliveries({ deliveries }: Pick<LoggedEmail, 'deliveries'>) {
  return (
    <TitledCard title="Deliveries">
      <ul className="divide-y divide-line">
        {deliveries.map(({ id, askedAt, askedBy, attempts, failure, sentAt }) => (
          <li key={id} className="py-3">
            {askedBy ? `Resent by ${askedBy}` : 'Created'} {formatMoment(askedAt)}.{' '}
            {attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}{' '}
            {sentAt ? `Sent ${formatMoment(sentAt)}.` : (failure ?? 'Not sent yet.')}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
