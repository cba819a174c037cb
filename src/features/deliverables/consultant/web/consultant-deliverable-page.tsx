import { useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, TitledCard } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { FileField } from '#platform/web/ui/forms/file-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useLoadedState } from '#platform/web/use-loaded-state.ts'
import { deliverableClosed } from '../../contract.ts'
import { deliverableName } from '../../rules.ts'
import { CommentsSection } from '../../web/comments-section.tsx'
import { DeliverableBadge, describeDueDate } from '../../web/deliverable-card.tsx'
import { VersionsList } from '../../web/versions-list.tsx'
import {
  ANSWER_DAYS,
  addVersionFile,
  addVersionNote,
  answerComment,
  type ConsultantDeliverableDetails,
  deleteVersion,
  getConsultantDeliverable,
  getConsultantVersionFile,
  markDelivered,
  requestApproval,
  takeDeliverable,
} from '../contract.ts'

export const meta = privateMeta('Deliverable')

export const clientLoader = loaderOf(getConsultantDeliverable)

export default function ConsultantDeliverablePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <ConsultantDeliverablePanel key={loaded.id} loaded={loaded} />
}

function ConsultantDeliverablePanel({ loaded }: { loaded: ConsultantDeliverableDetails }) {
  const [item, setItem] = useLoadedState(loaded)
  const [status, setStatus] = useState('')
  const header = useRef<HTMLDivElement>(null)
  useKeepFocus(header, `${item.state} ${item.isMine} ${item.versions.length}`)
  const params = { deliverableId: item.id }
  const isOpen = item.state !== 'delivered' && item.state !== 'closed'
  const applyChange = (changed: ConsultantDeliverableDetails, message: string) => {
    setItem(changed)
    setStatus(message)
  }
  return (
    <>
      <BackLink to="/portal/consultant/deliverables">All deliverables</BackLink>
      <Card ref={header} tabIndex={-1} className="focus:outline-none">
        <DeliverableBadge state={item.state} />
        <h2 className="mt-3 text-2xl break-words">{deliverableName(item)}</h2>
        <p className="mt-2 break-words text-muted">
          For {item.memberName}, {item.packageTitle}. {describeDueDate(item)}.
        </p>
        <p role="status" className={status ? 'mt-4 font-medium break-words text-success' : 'sr-only'}>
          {status}
        </p>
      </Card>
      {isOpen ? (
        <TitledCard title="Next step">
          <NextStepPanel item={item} onChanged={applyChange} />
        </TitledCard>
      ) : null}
      <VersionsCard item={item} onChanged={applyChange} />
      <TitledCard title="Comments">
        <CommentsSection
          comments={item.comments}
          names={{ member: item.memberName, consultant: 'You' }}
          isClosed={item.state === 'closed' || !item.isMine}
          send={(text) => attempt(answerComment, { params, body: { text } })}
          onSent={setItem}
        />
      </TitledCard>
    </>
  )
}

type ChangeProps = {
  item: ConsultantDeliverableDetails
  onChanged: (item: ConsultantDeliverableDetails, message: string) => void
}

function VersionsCard({ item, onChanged }: ChangeProps) {
  const params = { deliverableId: item.id }
  return (
    <TitledCard title="Versions">
      {item.state === 'closed' ? (
        <Alert tone="info" className="mb-4">
          {deliverableClosed}
        </Alert>
      ) : null}
      <div className="grid gap-6">
        {item.isMine && item.state === 'in_progress' ? (
          <>
            <FileField
              send={(file, options) =>
                attempt(addVersionFile, { params, query: { name: file.name }, body: file }, options)
              }
              onSent={(changed, { name }) => onChanged(changed, `${name} added.`)}
            />
            <NoteForm item={item} onChanged={onChanged} />
          </>
        ) : null}
        <VersionsList
          versions={item.versions}
          none="No versions yet."
          fetchFile={(number) => attempt(getConsultantVersionFile, { params: { ...params, number } })}
        >
          {({ number, publishedAt }) =>
            publishedAt || !item.isMine ? null : <RemoveButton item={item} number={number} onChanged={onChanged} />
          }
        </VersionsList>
      </div>
    </TitledCard>
  )
}

function RemoveButton({ item, number, onChanged }: ChangeProps & { number: number }) {
  const { isBusy, run } = useAction({ toast: 'failure' })
  const remove = () =>
    run(
      () => attempt(deleteVersion, { params: { deliverableId: item.id, number } }),
      (changed) => onChanged(changed, `Version ${number} removed.`),
    )
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={`Remove version ${number}`} onClick={remove}>
      Remove
    </Button>
  )
}

const steps = { take: takeDeliverable, ask: requestApproval, deliver: markDelivered } satisfies Record<string, Endpoint>
type Step = keyof typeof steps

/** Explains the next step and offers the actions allowed now. */
function NextStepPanel({ item, onChanged }: ChangeProps) {
  const { busy, problem, run } = useAction<Step>()
  const runStep = (step: Step) =>
    run(() => attempt(steps[step], { params: { deliverableId: item.id } }), onChanged, step)
  const button = (step: Step, label: string, variant?: 'quiet') => (
    <Button variant={variant} busy={busy === step} busyLabel="One moment…" onClick={() => runStep(step)}>
      {label}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{describeNext(item)}</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {item.isMine ? null : button('take', 'Take this on')}
        {item.isMine && item.state === 'in_progress' ? (
          <>
            {button('ask', 'Ask for approval')}
            {button('deliver', 'Deliver without approval', 'quiet')}
          </>
        ) : null}
        {item.isMine && item.state === 'for_approval' ? button('deliver', 'Deliver without approval', 'quiet') : null}
      </div>
    </div>
  )
}

function describeNext({ isMine, state, memberName }: ConsultantDeliverableDetails): string {
  if (!isMine) return 'No one is working on this yet. Take it on to add versions and comments.'
  if (state === 'for_approval') {
    return `We’ve asked ${memberName} to approve this. If they don’t reply within ${ANSWER_DAYS} days, you can deliver it without approval.`
  }
  return `Add your work. ${memberName} will see it once you ask for approval or deliver it.`
}

function NoteForm({ item, onChanged }: ChangeProps) {
  const [note, setNote] = useState('')
  const { isBusy, errors, problem, run } = useAction()
  const submit = () =>
    run(
      () => attempt(addVersionNote, { params: { deliverableId: item.id }, body: { note } }),
      (changed) => {
        setNote('')
        onChanged(changed, 'Note added.')
      },
    )
  return (
    <Form onSubmit={submit} className="grid max-w-prose gap-3">
      <TextArea
        label="Or add a note"
        hint="For example, a link to a post, what you’ve set up or anything the member should know."
        rows={3}
        value={note}
        readOnly={isBusy}
        error={errors.note ?? problem}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" variant="quiet" className="justify-self-start" busy={isBusy} busyLabel="Adding…">
        Add note
      </Button>
    </Form>
  )
}
