import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { deliverableName } from '../../rules.ts'
import { CommentsList } from '../../web/comments-section.tsx'
import { DeliverableBadge, describeDueDate } from '../../web/deliverable-card.tsx'
import { VersionsList } from '../../web/versions-list.tsx'
import { type AdminDeliverableDetails, getAdminDeliverable, getAdminVersionFile, listAssignees } from '../contract.ts'
import { AssigneeName, canBeAssigned, isAbandoned, Owner } from './admin-deliverables-page.tsx'
import { AssignDialog } from './assign-dialog.tsx'

export const meta = privateMeta('Deliverable')

export const clientLoader = pageLoader(async ({ params }) => {
  const [item, assignees] = await Promise.all([
    load(getAdminDeliverable, { params: { deliverableId: params.deliverableId ?? '' } }),
    load(listAssignees),
  ])
  return { item, assignees }
})

export default function AdminDeliverablePage() {
  const { item, assignees } = useLoaderData<typeof clientLoader>()
  const [isAssigning, setAssigning] = useState(false)
  const { id, member, versions, comments } = item
  return (
    <>
      <BackLink to="/admin/deliverables">All deliverables</BackLink>
      <PageHeading
        title={deliverableName(item)}
        lead={item.packageTitle}
        actions={
          canBeAssigned(item) ? (
            <Button variant="secondary" size="small" onClick={() => setAssigning(true)}>
              Assign
            </Button>
          ) : null
        }
      />
      <DeliverableStatus item={item} />
      <TitledCard title="What was made">
        {versions.length === 0 ? (
          <p className="text-muted">Nothing yet.</p>
        ) : (
          <VersionsList
            versions={versions}
            fetchFile={(number) => attempt(getAdminVersionFile, { params: { deliverableId: id, number } })}
          />
        )}
      </TitledCard>
      <TitledCard title="Comments">
        <CommentsList
          comments={comments}
          names={{ member: member.name, consultant: item.consultantName ?? 'The consultant' }}
        />
      </TitledCard>
      {isAssigning ? <AssignDialog item={item} assignees={assignees} onClose={() => setAssigning(false)} /> : null}
    </>
  )
}

function DeliverableStatus({ item }: { item: AdminDeliverableDetails }) {
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-3">
        <DeliverableBadge state={item.state} />
        {item.isLate ? <Badge tone="danger">Late</Badge> : null}
        {isAbandoned(item) ? <Badge tone="danger">Its consultant has left</Badge> : null}
      </p>
      <p className="wrap-anywhere">
        For <Owner member={item.member} />. {describeDueDate(item)}. <AssigneeName item={item} />.
      </p>
    </div>
  )
}
