import { useEffect, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useLoadedState } from '#platform/web/use-loaded-state.ts'
import { type DeliverableDetails, deliverableClosed } from '../../contract.ts'
import { deliverableName } from '../../rules.ts'
import { CommentsSection } from '../../web/comments-section.tsx'
import { DeliverableBadge, describeDueDate } from '../../web/deliverable-card.tsx'
import { VersionsList } from '../../web/versions-list.tsx'
import { approveDeliverable, createComment, getDeliverable, getVersionFile, requestChanges } from '../contract.ts'

export const meta = privateMeta('Deliverable')

export const clientLoader = loaderOf(getDeliverable)

export default function DeliverablePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <DeliverablePanel key={loaded.id} loaded={loaded} />
}

function DeliverablePanel({ loaded }: { loaded: DeliverableDetails }) {
  const [item, setItem] = useLoadedState(loaded)
  const [confirmation, setConfirmation] = useState('')
  const header = useRef<HTMLDivElement>(null)
  useKeepFocus(header, item.state)
  const params = { deliverableId: item.id }
  const applyAnswer = (changed: DeliverableDetails, message: string) => {
    setItem(changed)
    setConfirmation(message)
  }
  return (
    <>
      <BackLink to={`/portal/packages/${item.entitlementId}`}>{item.packageTitle}</BackLink>
      <Card ref={header} tabIndex={-1} className="focus:outline-none">
        <DeliverableBadge state={item.state} />
        <h2 className="mt-3 text-2xl break-words">{deliverableName(item)}</h2>
        <p className="mt-2 text-muted">
          {describeDueDate(item)}
          {item.consultantName ? `. Your consultant: ${item.consultantName}` : ''}.
        </p>
        {confirmation ? (
          <Alert tone="success" className="mt-4">
            {confirmation}
          </Alert>
        ) : null}
      </Card>
      <TitledCard title="Versions">
        <VersionsList
          versions={item.versions}
          none={
            item.state === 'closed'
              ? deliverableClosed
              : 'Nothing here yet. We’ll let you know as soon as there’s something to see.'
          }
          fetchFile={(number) => attempt(getVersionFile, { params: { ...params, number } })}
        />
      </TitledCard>
      {item.state === 'for_approval' ? (
        <TitledCard title="Approve or ask for changes">
          <ApprovalForm item={item} onAnswered={applyAnswer} />
        </TitledCard>
      ) : null}
      <TitledCard title="Comments">
        <CommentsSection
          comments={item.comments}
          names={{ member: 'You', consultant: item.consultantName ?? 'Your consultant' }}
          isClosed={item.state === 'closed'}
          send={(text) => attempt(createComment, { params, body: { text } })}
          onSent={setItem}
        />
      </TitledCard>
    </>
  )
}

type ApprovalFormProps = { item: DeliverableDetails; onAnswered: (item: DeliverableDetails, message: string) => void }

/** Lets the member approve a version or ask for changes. */
function ApprovalForm({ item, onAnswered }: ApprovalFormProps) {
  const [isRequestingChanges, setRequestingChanges] = useState(false)
  const [text, setText] = useState('')
  const { busy, isBusy, errors, problem, run } = useAction<'approving' | 'asking'>({ fields: ['text'] })
  const version = item.versions[0]?.number ?? 0
  const field = useRef<HTMLTextAreaElement>(null)
  // Moves the focus to the field opened by the button that was pressed.
  useEffect(() => {
    if (isRequestingChanges) field.current?.focus({ preventScroll: true })
  }, [isRequestingChanges])

  const answer = () => {
    const params = { deliverableId: item.id }
    const send = () =>
      isRequestingChanges
        ? attempt(requestChanges, { params, body: { version, text } })
        : attempt(approveDeliverable, { params, body: { version } })
    void run(send, onAnswered, isRequestingChanges ? 'asking' : 'approving')
  }

  return (
    <Form onSubmit={answer} className="grid max-w-prose gap-4">
      <p>Happy with version {version}? Approving it marks it as delivered.</p>
      {isRequestingChanges ? (
        <TextArea
          label="What would you like changed?"
          rows={4}
          ref={field}
          value={text}
          readOnly={isBusy}
          error={errors.text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {isRequestingChanges ? (
          <>
            <Button busy={busy === 'asking'} busyLabel="Sending…" type="submit">
              Send request
            </Button>
            <Button variant="quiet" onClick={() => setRequestingChanges(false)}>
              Cancel
            </Button>
          </>
        ) : (
          <>
            <Button busy={busy === 'approving'} busyLabel="Approving…" type="submit">
              Approve
            </Button>
            <Button variant="quiet" onClick={() => setRequestingChanges(true)}>
              Ask for changes
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}
