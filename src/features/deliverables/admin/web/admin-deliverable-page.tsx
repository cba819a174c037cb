import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { deliverableName } from '../../rules.ts'
import { CommentsList } from '../../web/comments-section.tsx'
import { DeliverableBadge, describeDueDate } from '../../web/deliverable-card.tsx'
import { VersionsList } from '../../web/versions-list.tsx'
import { getAdminDeliverable, getAdminVersionFile, listAssignees } from '../contract.ts'
import { AssigneeName, canBeAssigned, Owner, UrgencyBadges } from './admin-deliverables-page.tsx'
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
      <div className="grid gap-3">
        <p className="flex flex-wrap items-center gap-3">
          <DeliverableBadge state={item.state} />
          <UrgencyBadges item={item} />
        </p>
        <p className="wrap-anywhere">
          For <Owner member={member} />. {describeDueDate(item)}. <AssigneeName item={item} />.
        </p>
      </div>
      <TitledCard title="Versions">
        <VersionsList
          versions={versions}
          none="No versions yet."
          fetchFile={(number) => attempt(getAdminVersionFile, { params: { deliverableId: id, number } })}
        />
      </TitledCard>
      <TitledCard title="Comments">
        <CommentsList
          comments={comments}
          names={{ member: member.name, consultant: item.consultantName ?? 'Consultant' }}
        />
      </TitledCard>
      {isAssigning ? <AssignDialog item={item} assignees={assignees} onClose={() => setAssigning(false)} /> : null}
    </>
  )
}
