import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { formatSecondInLondon } from '#platform/shared/local-time.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { formatDate, formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Fact, TitledCard } from '#platform/web/ui/card.tsx'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { DraftForm } from '#platform/web/ui/forms/draft-form.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useLoadedState } from '#platform/web/use-loaded-state.ts'
import { describeOutcome, outcomes, printOrderReference } from '../../declarations/rules.ts'
import { topicLabels } from '../../form/rules.ts'
import {
  addNote,
  assignMessage,
  getInboxMessage,
  type InboxEntry,
  type InboxMessage,
  MessageState,
  markNotSpam,
  replyToMessage,
} from '../contract.ts'
import { stateLabels } from '../rules.ts'
import { MessageBadges } from './message-badges.tsx'

export const meta = privateMeta('Message')

export const clientLoader = loaderOf(getInboxMessage)

/** Administrator page showing one message with its replies and notes. */
export default function InboxMessagePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <Message key={loaded.id} loaded={loaded} />
}

function Message({ loaded }: { loaded: InboxMessage }) {
  const [message, setMessage] = useLoadedState(loaded)
  const [notice, setNotice] = useState('')
  const params = { messageId: message.id }
  const show = (changed: InboxMessage, sentence: string) => {
    setMessage(changed)
    setNotice(sentence)
  }
  return (
    <>
      <MessageHeading message={message} />
      <p role="status" className={notice ? 'text-muted' : 'sr-only'}>
        {notice}
      </p>
      {message.isSpam ? <SpamNote message={message} onSaved={show} /> : null}
      {message.cancellation ? (
        <CancellationCard cancellation={message.cancellation} declaredAt={message.receivedAt} />
      ) : (
        <TitledCard title="Message">
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{message.text}</p>
        </TitledCard>
      )}
      {message.entries.length > 0 ? (
        <TitledCard title="Replies and notes">
          <ul className="-my-4 divide-y divide-line">
            {message.entries.map((entry) => (
              <EntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </TitledCard>
      ) : null}
      {message.isSpam ? null : (
        <TitledCard title="Reply by email">
          <DraftForm
            label={`Your reply to ${message.email}`}
            hint={() => `Their reply will go to ${message.mailbox}.`}
            button="Send reply"
            draftKey={`inbox-reply:${message.id}`}
            send={(body) => attempt(replyToMessage, { params, body })}
            onSent={show}
          />
        </TitledCard>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <TitledCard title="Progress">
          <AssignForm message={message} onSaved={show} />
        </TitledCard>
        <TitledCard title="Staff note">
          <DraftForm
            label="Your note"
            hint={() => 'Only staff can see this, unless the sender asks for the data we hold about them.'}
            button="Save note"
            draftKey={`inbox-note:${message.id}`}
            send={(body) => attempt(addNote, { params, body })}
            onSent={show}
          />
        </TitledCard>
      </div>
    </>
  )
}

function MessageHeading({ message }: { message: InboxMessage }) {
  return (
    <>
      <BackLink to="/admin/inbox">Inbox</BackLink>
      <PageHeading title={message.name} lead={<EmailText email={message.email} />} className="wrap-anywhere" />
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-3">
          <MessageBadges message={message} />
          {message.topic ? topicLabels[message.topic] : null}
        </p>
        <p>
          {message.reference}, received {formatMoment(message.receivedAt)}.
          {message.answerBy ? ` Reply due by ${formatDate(message.answerBy)}.` : ''} We’ll delete it automatically on{' '}
          {formatDate(message.keptUntil)}.
        </p>
      </div>
    </>
  )
}

function CancellationCard({
  cancellation: { orderReference, outcome, purchaseId },
  declaredAt,
}: {
  cancellation: NonNullable<InboxMessage['cancellation']>
  declaredAt: string
}) {
  return (
    <TitledCard title="Cancellation">
      <dl className="mb-4 grid gap-4 sm:grid-cols-2">
        <Fact name="Order reference">
          {purchaseId ? (
            <Link to={`/admin/purchases/${purchaseId}`} className="link">
              {printOrderReference(orderReference)}
            </Link>
          ) : (
            printOrderReference(orderReference)
          )}
        </Fact>
        <Fact name="Declared on">{formatSecondInLondon(declaredAt)}</Fact>
      </dl>
      <p className="max-w-prose">{describeOutcome(outcome)}</p>
      {outcome && !outcomes[outcome].isDone ? (
        <p className="mt-2 max-w-prose">
          It counts from the moment above. We’ve acknowledged it by email, without saying whether there’s such an order.
        </p>
      ) : null}
    </TitledCard>
  )
}

function EntryRow({ entry: { kind, staffName, text, writtenAt } }: { entry: InboxEntry }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="text-sm text-muted">
        {kind === 'reply' ? 'Reply' : 'Note'} by {staffName}, {formatMoment(writtenAt)}
      </p>
      <p className="max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </li>
  )
}

type ChangeProps = { message: InboxMessage; onSaved: (message: InboxMessage, sentence: string) => void }

function SpamNote({ message, onSaved }: ChangeProps) {
  const { problem, run } = useAction()
  const release = () => run(() => attempt(markNotSpam, { params: { messageId: message.id } }), onSaved)
  return (
    <Alert tone="info" title="Marked as spam">
      <p className="mb-3">It looks like a bot wrote this, so we didn’t notify anyone.</p>
      <Button variant="quiet" size="small" onClick={release}>
        Not spam
      </Button>
      {problem ? <p className="mt-3 font-medium text-danger">{problem}</p> : null}
    </Alert>
  )
}

function AssignForm({ message, onSaved }: ChangeProps) {
  // Holds only unsaved choices, because sending an answer also changes the message.
  const [changes, setChanges] = useState<{ state?: MessageState; assigneeId?: string }>({})
  const kept = { state: message.state, assigneeId: message.assignee?.id ?? '' }
  const { state, assigneeId } = { ...kept, ...changes }
  const { isBusy, problem, run } = useAction()
  const submit = () => {
    const body = { version: message.version, state, assigneeId: assigneeId || null }
    void run(
      () => attempt(assignMessage, { params: { messageId: message.id }, body }),
      (saved, sentence) => {
        setChanges({})
        onSaved(saved, sentence)
      },
    )
  }
  return (
    <Form onSubmit={submit} hasChanges={state !== kept.state || assigneeId !== kept.assigneeId} className="grid gap-4">
      <SelectField
        label="Status"
        prompt="Choose one"
        choices={MessageState.options.map((option) => [option, stateLabels[option]] as const)}
        value={state}
        onChange={({ target }) => {
          const chosen = MessageState.safeParse(target.value).data
          if (chosen) setChanges({ ...changes, state: chosen })
        }}
      />
      <SelectField
        label="Assigned to"
        prompt="No one yet"
        choices={listAssignees(message).map(({ id, name }) => [id, name] as const)}
        value={assigneeId}
        onChange={({ target }) => setChanges({ ...changes, assigneeId: target.value })}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isBusy} busyLabel="Saving…">
        Save
      </Button>
    </Form>
  )
}

/** Includes the current assignee, who may no longer be an administrator. */
function listAssignees({ staff, assignee }: InboxMessage) {
  return assignee && !staff.some(({ id }) => id === assignee.id) ? [...staff, assignee] : staff
}
