import { useRef, useState } from 'react'
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

/** One deliverable of the member: its state, versions and comments. */
export default function DeliverablePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <DeliverablePanel key={loaded.id} loaded={loaded} />
}

function DeliverablePanel({ loaded }: { loaded: DeliverableDetails }) {
  const [item, setItem] = useLoadedState(loaded)
  const [told, setTold] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, item.state)
  const params = { deliverableId: item.id }
  const answered = (changed: DeliverableDetails, message: string) => {
    setItem(changed)
    setTold(message)
  }
  return (
    <>
      <BackLink to={`/portal/packages/${item.entitlementId}`}>{item.packageTitle}</BackLink>
      <Card ref={place} tabIndex={-1} className="focus:outline-none">
        <DeliverableBadge state={item.state} />
        <h2 className="mt-3 text-2xl break-words">{deliverableName(item)}</h2>
        <p className="mt-2 text-muted">
          {describeDueDate(item)}
          {item.consultantName ? `. Made by ${item.consultantName}` : ''}.
        </p>
        {told ? (
          <Alert tone="success" className="mt-4">
            {told}
          </Alert>
        ) : null}
      </Card>
      <TitledCard title="What we made">
        {item.versions.length === 0 ? <p className="text-muted">{emptyText(item)}</p> : null}
        <VersionsList
          versions={item.versions}
          fetchFile={(number) => attempt(getVersionFile, { params: { ...params, number } })}
        />
      </TitledCard>
      {item.state === 'for_approval' ? (
        <TitledCard title="Your answer">
          <ApprovalForm item={item} onAnswered={answered} />
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

function emptyText({ state }: DeliverableDetails): string {
  if (state === 'closed') return deliverableClosed
  return 'There is nothing to see yet. We write to you as soon as there is.'
}

type ApprovalFormProps = { item: DeliverableDetails; onAnswered: (item: DeliverableDetails, message: string) => void }

/** Lets the member approve a version or ask for changes. */
function ApprovalForm({ item, onAnswered }: ApprovalFormProps) {
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const { busy, isBusy, errors, problem, run } = useAction<'approving' | 'asking'>({ fields: ['text'] })
  const version = item.versions[0]?.number ?? 0

  const answer = () => {
    const params = { deliverableId: item.id }
    const send = () =>
      isAsking
        ? attempt(requestChanges, { params, body: { version, text } })
        : attempt(approveDeliverable, { params, body: { version } })
    void run(send, onAnswered, isAsking ? 'asking' : 'approving')
  }

  return (
    <Form onSubmit={answer} className="grid max-w-prose gap-4">
      <p>Are you content with version {version}? Once you approve it, it is delivered.</p>
      {isAsking ? (
        <TextArea
          label="What should be different?"
          rows={4}
          // Move focus to the field that the pressed button has opened.
          ref={(field) => field?.focus({ preventScroll: true })}
          value={text}
          readOnly={isBusy}
          error={errors.text}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {isAsking ? (
          <>
            <Button busy={busy === 'asking'} busyLabel="Sending…" type="submit">
              Ask for these changes
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Back
            </Button>
          </>
        ) : (
          <>
            <Button busy={busy === 'approving'} busyLabel="Approving…" type="submit">
              Approve
            </Button>
            <Button variant="quiet" onClick={() => setAsking(true)}>
              Ask for changes
            </Button>
          </>
        )}
      </div>
    </Form>
  )
}
