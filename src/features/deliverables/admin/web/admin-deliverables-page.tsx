import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { ChoiceLinks, filterAddress, ListPage, readFilter } from '#platform/web/ui/list-page.tsx'
import { deliverableName } from '../../rules.ts'
import { DeliverableBadge, describeDueDate } from '../../web/deliverable-card.tsx'
import {
  type AdminDeliverable,
  type Assignee,
  type DeliverableListName,
  DeliverablesFilter,
  downloadDeliverables,
  listAdminDeliverables,
  listAssignees,
} from '../contract.ts'
import { AssignDialog } from './assign-dialog.tsx'

export const meta = privateMeta('Deliverables')

export const clientLoader = pageLoader(async ({ request }) => {
  const filter = readFilter(DeliverablesFilter, request)
  const [first, assignees] = await Promise.all([load(listAdminDeliverables, { query: filter }), load(listAssignees)])
  return { filter, first, assignees }
})

export default function AdminDeliverablesPage() {
  const { filter, first, assignees } = useLoaderData<typeof clientLoader>()
  const [assigning, setAssigning] = useState<AdminDeliverable>()
  return (
    <>
      <ListPage
        title="Deliverables"
        lead="Everything in members’ packages apart from sessions, by due date."
        list={listAdminDeliverables}
        download={downloadDeliverables}
        filter={filter}
        first={first}
        none={lists[filter.list].none}
        row={(item) => <AdminDeliverableRow key={item.id} item={item} onAssign={() => setAssigning(item)} />}
        listClassName="-my-3"
      >
        <ChoiceLinks
          label="Deliverables by status"
          choices={lists}
          chosen={filter.list}
          addressOf={(list) => filterAddress({ ...filter, list })}
        />
        <ConsultantField filter={filter} assignees={assignees} />
      </ListPage>
      {assigning ? (
        <AssignDialog item={assigning} assignees={assignees} onClose={() => setAssigning(undefined)} />
      ) : null}
    </>
  )
}

function AdminDeliverableRow({ item, onAssign }: { item: AdminDeliverable; onAssign: () => void }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <Link to={`/admin/deliverables/${item.id}`} className="link font-medium break-words">
          {deliverableName(item)}
        </Link>
        <span className="block text-sm break-words text-muted">
          For <Owner member={item.member} />, {item.packageTitle}. {describeDueDate(item)}. <AssigneeName item={item} />
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-3">
        <UrgencyBadges item={item} />
        <DeliverableBadge state={item.state} />
        {canBeAssigned(item) ? (
          <Button variant="quiet" size="small" aria-label={`Assign: ${deliverableName(item)}`} onClick={onAssign}>
            Assign
          </Button>
        ) : null}
      </span>
    </li>
  )
}

/** Shows "a former member" if the account was deleted, because it no longer has a name or a page. */
export function Owner({ member: { id, name } }: Pick<AdminDeliverable, 'member'>) {
  if (!name) return 'a former member'
  return (
    <Link to={`/admin/members/${id}`} className="link">
      {name}
    </Link>
  )
}

type ItemProps = { item: Pick<AdminDeliverable, 'consultant' | 'consultantName' | 'isLate' | 'state'> }

export function AssigneeName({ item: { consultant, consultantName } }: ItemProps) {
  if (!consultant || !consultantName) return 'Unassigned'
  return (
    <>
      Assigned to{' '}
      <Link to={`/admin/consultants/${consultant.id}`} className="link">
        {consultantName}
      </Link>
    </>
  )
}

/** Shows what needs attention. An item assigned to a former consultant cannot be taken by anyone else. */
export function UrgencyBadges({ item: { consultant, isLate, state } }: ItemProps) {
  return (
    <>
      {isLate ? <Badge tone="danger">Overdue</Badge> : null}
      {consultant?.isActive === false && state !== 'delivered' ? (
        <Badge tone="danger">Consultant has left</Badge>
      ) : null}
    </>
  )
}

export function canBeAssigned({ state }: Pick<AdminDeliverable, 'state'>): boolean {
  return state !== 'delivered' && state !== 'closed'
}

const lists = {
  late: { words: 'Overdue', none: 'Nothing is overdue.' },
  planned: { words: 'Planned', none: 'Nothing planned.' },
  in_progress: { words: 'In progress', none: 'Nothing in progress.' },
  for_approval: { words: 'Awaiting approval', none: 'Nothing is waiting for a member’s approval.' },
  delivered: { words: 'Delivered', none: 'Nothing delivered yet.' },
} satisfies Record<DeliverableListName, { words: string; none: string }>

/** Filters by consultant. The choice is applied immediately, because it is the form's only field. */
function ConsultantField({ filter, assignees }: { filter: DeliverablesFilter; assignees: Assignee[] }) {
  const navigate = useNavigate()
  const choices = [
    ['unassigned', 'Unassigned'] as const,
    ...assignees.map(({ id, displayName }) => [id, displayName] as const),
  ]
  return (
    <SelectField
      label="Consultant"
      prompt="All"
      choices={choices}
      className="sm:max-w-md"
      value={filter.consultantId ?? ''}
      onChange={({ target }) => navigate(filterAddress({ list: filter.list, consultantId: target.value }))}
    />
  )
}
