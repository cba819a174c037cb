import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { getItem, getVersionFile, type ItemDetails, itemClosed, writeComment } from '../contract.ts'
import { itemName } from '../rules/items.ts'
import { AnswerForm } from './answer-form.tsx'
import { CommentsSection } from './comments-section.tsx'
import { dueInWords, ItemBadge } from './item-card.tsx'
import { VersionsList } from './versions-list.tsx'

export function meta() {
  return [{ title: 'Deliverable' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: { params: { itemId?: string } }) {
  return load(getItem, { params: { itemId: params.itemId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** What is made for the member: where it stands, what there is of it, what was written about it. */
export default function ItemPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return <ItemPanel key={loaded.id} loaded={loaded} />
}

function ItemPanel({ loaded }: { loaded: ItemDetails }) {
  const [item, setItem] = useState(loaded)
  const [told, setTold] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, item.state)
  const params = { itemId: item.id }
  const answered = (changed: ItemDetails, message: string) => {
    setItem(changed)
    setTold(message)
  }
  return (
    <>
      <Link
        to={`/portal/packages/${item.entitlementId}`}
        className="link link-alone inline-flex items-center gap-2 justify-self-start"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {item.packageTitle}
      </Link>
      <Card ref={place} tabIndex={-1} className="focus:outline-none">
        <ItemBadge state={item.state} />
        <h2 className="mt-3 text-2xl break-words">{itemName(item)}</h2>
        <p className="mt-2 text-muted">
          {dueInWords(item)}
          {item.consultantName ? `. Made by ${item.consultantName}` : ''}.
        </p>
        {told ? (
          <Alert tone="success" className="mt-4">
            {told}
          </Alert>
        ) : null}
      </Card>
      <TitledCard title="What we made">
        {item.versions.length === 0 ? <p className="text-muted">{nothingYet(item)}</p> : null}
        <VersionsList
          versions={item.versions}
          fetchFile={(number) => attempt(getVersionFile, { params: { ...params, number } })}
        />
      </TitledCard>
      {item.state === 'for_approval' ? (
        <TitledCard title="Your answer">
          <AnswerForm item={item} onAnswered={answered} />
        </TitledCard>
      ) : null}
      <TitledCard title="Comments">
        <CommentsSection
          comments={item.comments}
          names={{ member: 'You', consultant: item.consultantName ?? 'Your consultant' }}
          isClosed={item.state === 'closed'}
          send={(text) => attempt(writeComment, { params, body: { text } })}
          onSent={setItem}
        />
      </TitledCard>
    </>
  )
}

function nothingYet({ state }: ItemDetails): string {
  if (state === 'closed') return itemClosed
  return 'There is nothing to see yet. We write to you as soon as there is.'
}
