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
import { EmailFrame, EmailText, requireOwnDocument } from './email-frame.tsx'
import { EmailFailure, StateBadge } from './email-state-badge.tsx'
import { ResendDialog } from './resend-dialog.tsx'

export const meta = privateMeta('Mail')

export const clientLoader = pageLoader(async ({ params, request }) => {
  requireOwnDocument(request)
  return load(getEmail, { params: { emailId: params.emailId ?? '' } })
})

export default function EmailPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <EmailDetails key={loaded.id} loaded={loaded} />
}

function EmailDetails({ loaded }: { loaded: LoggedEmail }) {
  const [mail, setMail] = useLoadedState(loaded)
  const [isAsking, setIsAsking] = useState(false)
  const [told, setTold] = useState('')
  return (
    <>
      <BackLink to="/admin/emails">All mails</BackLink>
      <PageHeading
        title={mail.subject || 'A mail that is forgotten'}
        actions={
          canResend(mail) ? (
            <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
              Send once more
            </Button>
          ) : null
        }
      />
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3 wrap-anywhere">
          <StateBadge state={mail.state} />
          {mail.recipient ? `To ${mail.recipient}, written` : 'Written'} {formatMoment(mail.writtenAt)}
        </p>
        {mail.replyTo ? <p className="wrap-anywhere">Answers go to {mail.replyTo}.</p> : null}
        <EmailFailure mail={mail} />
      </div>
      <p role="status" className={told ? 'text-muted' : 'sr-only'}>
        {told}
      </p>
      <EmailBodyPanel content={mail.content} />
      <Deliveries deliveries={mail.deliveries} />
      {isAsking ? (
        <ResendDialog
          mail={mail}
          onClose={() => setIsAsking(false)}
          onSent={(sent, sentence) => {
            setMail(sent)
            setTold(sentence)
            setIsAsking(false)
          }}
        />
      ) : null}
    </>
  )
}

/** Hides the button if the server would refuse anyway. */
function canResend({ state, content }: LoggedEmail): boolean {
  return (state === 'sent' || state === 'given-up') && content.state === 'kept'
}

function EmailBodyPanel({ content }: { content: EmailBody }) {
  if (content.state === 'deleted') return <p className="text-muted">The words of this mail are forgotten.</p>
  if (content.state === 'withheld')
    return (
      <p className="text-muted">
        This mail may hold a link that opens something, so nobody but its reader sees its content.
      </p>
    )
  return (
    <>
      {content.files.length > 0 ? <p className="wrap-anywhere">Files: {content.files.join(', ')}</p> : null}
      <div className="grid gap-6 md:grid-cols-2">
        <TitledCard title="As a mail program shows it">
          <EmailFrame title="The mail" html={content.html} />
        </TitledCard>
        <TitledCard title="As text">
          <EmailText text={content.text} />
        </TitledCard>
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
            {askedBy ? `${askedBy} asked for it` : 'Written'} {formatMoment(askedAt)}.{' '}
            {attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}{' '}
            {sentAt ? `Sent ${formatMoment(sentAt)}.` : (failure ?? 'Not sent yet.')}
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
