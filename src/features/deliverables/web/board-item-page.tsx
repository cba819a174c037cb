import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useLoaderData, useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import { getBoardFile, getBoardItem, listMakers } from '../contract/board.ts'
import { itemName } from '../rules/items.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { canBeGiven, isAbandoned, makerInWords } from './board-page.tsx'
import { CommentsList } from './comments-section.tsx'
import { dueInWords, ItemBadge } from './item-card.tsx'
import { VersionsList } from './versions-list.tsx'

export function meta() {
  return [{ title: 'Deliverable' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { itemId?: string } }) {
  const [item, makers] = await Promise.all([
    load(getBoardItem, { params: { itemId: params.itemId ?? '' } }),
    load(listMakers),
  ])
  return { item, makers }
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: one deliverable, what was made of it, and what the two have written to each other. */
export default function BoardItemPage() {
  const { item, makers } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [isGiving, setGiving] = useState(false)
  const { id, member, versions, comments } = item
  return (
    <>
      <Link to="/admin/deliverables" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> All deliverables
      </Link>
      <PageHeading
        title={itemName(item)}
        lead={item.packageTitle}
        actions={
          canBeGiven(item) ? (
            <Button variant="secondary" size="small" onClick={() => setGiving(true)}>
              Assign
            </Button>
          ) : null
        }
      />
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <ItemBadge state={item.state} />
          {item.isLate ? <Badge tone="danger">Late</Badge> : null}
          {isAbandoned(item) ? <Badge tone="danger">Its consultant has left</Badge> : null}
        </p>
        <p className="wrap-anywhere">
          For{' '}
          <Link to={`/admin/members/${member.id}`} className="link">
            {member.name}
          </Link>
          . {dueInWords(item)}. {makerInWords(item)}.
        </p>
      </div>
      <TitledCard title="What was made">
        {versions.length === 0 ? (
          <p className="text-muted">Nothing yet.</p>
        ) : (
          <VersionsList
            versions={versions}
            fetchFile={(number) => attempt(getBoardFile, { params: { itemId: id, number } })}
          />
        )}
      </TitledCard>
      <TitledCard title="Comments">
        <CommentsList
          comments={comments}
          names={{ member: member.name, consultant: item.consultantName ?? 'The consultant' }}
        />
      </TitledCard>
      {isGiving ? (
        <AssignDialog
          item={item}
          makers={makers}
          onClose={() => setGiving(false)}
          onDone={() => {
            setGiving(false)
            void revalidate()
          }}
        />
      ) : null}
    </>
  )
}
