import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { answerComment, getWork, getWorkFile, removeVersion, type WorkDetails } from '../contract/work.ts'
import { itemClosed } from '../contract.ts'
import { itemName } from '../rules/items.ts'
import { CommentsSection } from './comments-section.tsx'
import { dueInWords, ItemBadge } from './item-card.tsx'
import { UploadForm } from './upload-form.tsx'
import { VersionsList } from './versions-list.tsx'
import { WorkPanel } from './work-panel.tsx'

export function meta() {
  return [{ title: 'Deliverable' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: { params: { itemId?: string } }) {
  return load(getWork, { params: { itemId: params.itemId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** One deliverable, for the consultant who makes it. */
export default function WorkPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <Work key={loaded.id} loaded={loaded} />
}

function Work({ loaded }: { loaded: WorkDetails }) {
  const [item, setItem] = useState(loaded)
  const [told, setTold] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, `${item.state} ${item.isMine} ${item.versions.length}`)
  const params = { itemId: item.id }
  const isOpen = item.state !== 'delivered' && item.state !== 'closed'
  const changed = (next: WorkDetails, message: string) => {
    setItem(next)
    setTold(message)
  }
  return (
    <>
      <Link
        to="/portal/consultant/deliverables"
        className="link link-alone inline-flex items-center gap-2 justify-self-start"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        All deliverables
      </Link>
      <Card ref={place} tabIndex={-1} className="focus:outline-none">
        <ItemBadge state={item.state} />
        <h2 className="mt-3 text-2xl break-words">{itemName(item)}</h2>
        <p className="mt-2 break-words text-muted">
          For {item.memberName}, {item.packageTitle}. {dueInWords(item)}.
        </p>
        <p role="status" className={told ? 'mt-4 font-medium break-words text-success' : 'sr-only'}>
          {told}
        </p>
      </Card>
      {isOpen ? (
        <TitledCard title="Next">
          <WorkPanel item={item} onDone={changed} />
        </TitledCard>
      ) : null}
      <TitledCard title="Versions">
        {item.state === 'closed' ? (
          <Alert tone="info" className="mb-4">
            {itemClosed}
          </Alert>
        ) : null}
        <div className="grid gap-6">
          {item.isMine && item.state === 'in_progress' ? <UploadForm itemId={item.id} onAdded={changed} /> : null}
          {item.versions.length === 0 ? <p className="text-muted">There is no version yet.</p> : null}
          <VersionsList
            versions={item.versions}
            fetchFile={(number) => attempt(getWorkFile, { params: { ...params, number } })}
          >
            {({ number, publishedAt }) =>
              publishedAt || !item.isMine ? null : <RemoveButton itemId={item.id} number={number} onRemoved={changed} />
            }
          </VersionsList>
        </div>
      </TitledCard>
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

type RemoveButtonProps = { itemId: string; number: number; onRemoved: (item: WorkDetails, message: string) => void }

function RemoveButton({ itemId, number, onRemoved }: RemoveButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const ending = await attempt(removeVersion, { params: { itemId, number } })
    setBusy(false)
    if (ending.state === 'failed') return notify.error(ending.message)
    onRemoved(ending.value, `Version ${number} is removed.`)
  }
  return (
    <Button variant="quiet" size="small" busy={isBusy} aria-label={`Remove version ${number}`} onClick={remove}>
      Remove
    </Button>
  )
}
