import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { getMail, type LoggedMail, type MailWords } from '../contract.ts'
import { LetterPanel, LetterText, requireOwnDocument } from './letter-panel.tsx'
import { MailStanding } from './mails-page.tsx'
import { ResendDialog } from './resend-dialog.tsx'
import { StateBadge } from './state-panel.tsx'

export function meta() {
  return [{ title: 'Mail' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params, request }: { params: { mailId?: string }; request: Request }) {
  requireOwnDocument(request)
  return load(getMail, { params: { mailId: params.mailId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one mail, and how often it went out. */
export default function MailPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <Mail key={loaded.id} loaded={loaded} />
}

function Mail({ loaded }: { loaded: LoggedMail }) {
  const [mail, setMail] = useState(loaded)
  const [isAsking, setIsAsking] = useState(false)
  const [told, setTold] = useState('')
  return (
    <>
      <Link to="/admin/mails" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All mails
      </Link>
      <PageHeading
        title={mail.subject || 'A mail that is forgotten'}
        actions={
          canGoOnceMore(mail) ? (
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
        <MailStanding mail={mail} />
      </div>
      <p role="status" className={told ? 'text-muted' : 'sr-only'}>
        {told}
      </p>
      <Words words={mail.words} />
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

/** Nobody is asked whether to do what the server would refuse. */
function canGoOnceMore({ state, words }: LoggedMail): boolean {
  return (state === 'sent' || state === 'given-up') && words.state === 'kept'
}

function Words({ words }: { words: MailWords }) {
  if (words.state === 'forgotten') return <p className="text-muted">The words of this mail are forgotten.</p>
  if (words.state === 'withheld')
    return (
      <p className="text-muted">
        This mail may hold a link that opens something, so nobody but its reader sees its words.
      </p>
    )
  return (
    <>
      {words.files.length > 0 ? <p className="wrap-anywhere">Files: {words.files.join(', ')}</p> : null}
      <div className="grid gap-6 md:grid-cols-2">
        <TitledCard title="As a mail program shows it">
          <LetterPanel title="The mail" html={words.html} />
        </TitledCard>
        <TitledCard title="As text">
          <LetterText text={words.text} />
        </TitledCard>
      </div>
    </>
  )
}

function Deliveries({ deliveries }: Pick<LoggedMail, 'deliveries'>) {
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
