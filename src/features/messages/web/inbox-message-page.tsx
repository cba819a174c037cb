import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { type Attempt, attempt } from '#platform/web/attempt.ts'
import { formatDate, formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import {
  getInboxMessage,
  type InboxEntry,
  type InboxMessage,
  noteOnMessage,
  releaseMessage,
  replyToMessage,
} from '../contract/inbox.ts'
import { topicWords } from '../rules.ts'
import { EntryForm } from './entry-form.tsx'
import { HandlingForm } from './handling-form.tsx'
import { MessageBadges } from './message-badges-section.tsx'

export function meta() {
  return [{ title: 'Message' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { messageId?: string } }) {
  return load(getInboxMessage, { params: { messageId: params.messageId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one message, and what was answered and noted. */
export default function InboxMessagePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <Message key={loaded.id} loaded={loaded} />
}

function Message({ loaded }: { loaded: InboxMessage }) {
  const [message, setMessage] = useState(loaded)
  const [told, setTold] = useState('')
  const params = { messageId: message.id }
  const show = (changed: InboxMessage, sentence: string) => {
    setMessage(changed)
    setTold(sentence)
  }
  return (
    <>
      <Link to="/admin/inbox" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Inbox
      </Link>
      <PageHeading title={message.name} lead={message.email} className="wrap-anywhere" />
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3">
          <MessageBadges message={message} />
          {message.topic ? topicWords[message.topic] : null}
        </p>
        <p>
          {message.reference}, received {formatMoment(message.receivedAt)}.
          {message.answerBy ? ` To be answered by ${formatDate(message.answerBy)}.` : ''} It is deleted by itself on{' '}
          {formatDate(message.keptUntil)}.
        </p>
      </div>
      <p role="status" className={told ? 'text-muted' : 'sr-only'}>
        {told}
      </p>
      {message.isSpam ? <SpamNote release={() => attempt(releaseMessage, { params })} onReleased={show} /> : null}
      <TitledCard title="What they wrote">
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">{message.text}</p>
      </TitledCard>
      {message.entries.length > 0 ? (
        <TitledCard title="What we did">
          <ul className="-my-4 divide-y divide-line">
            {message.entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </TitledCard>
      ) : null}
      {message.isSpam ? null : (
        <TitledCard title="Answer by mail">
          <EntryForm
            label={`Your answer to ${message.email}`}
            hint={`What they answer comes to ${message.mailbox}.`}
            button="Send answer"
            draftKey={`inbox-reply:${message.id}`}
            send={(body) => attempt(replyToMessage, { params, body })}
            onSent={show}
          />
        </TitledCard>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <TitledCard title="How it stands">
          <HandlingForm key={message.version} message={message} onSaved={show} />
        </TitledCard>
        <TitledCard title="Note for staff">
          <EntryForm
            label="Your note"
            hint="Nobody outside reads it, unless they ask what we keep of them."
            button="Save note"
            draftKey={`inbox-note:${message.id}`}
            send={(body) => attempt(noteOnMessage, { params, body })}
            onSent={show}
          />
        </TitledCard>
      </div>
    </>
  )
}

function EntryRow({ entry: { kind, staffName, text, writtenAt } }: { entry: InboxEntry }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="text-sm text-muted">
        {kind === 'reply' ? 'Answer' : 'Note'} of {staffName}, {formatMoment(writtenAt)}
      </p>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </li>
  )
}

type SpamNoteProps = {
  release: () => Promise<Attempt<InboxMessage>>
  onReleased: (message: InboxMessage, sentence: string) => void
}

function SpamNote({ release, onReleased }: SpamNoteProps) {
  const [problem, setProblem] = useState<string>()
  const press = async () => {
    setProblem(undefined)
    const ending = await release()
    if (ending.state === 'failed') return setProblem(ending.message)
    onReleased(ending.value, ending.message)
  }
  return (
    <Alert tone="info" title="The site took this for spam">
      <p className="mb-3">A program seems to have written it. Nobody was told that it arrived.</p>
      <Button variant="quiet" size="small" onClick={press}>
        It is no spam
      </Button>
      {problem ? <p className="mt-3 font-medium text-danger">{problem}</p> : null}
    </Alert>
  )
}
