import { Link, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { downloadConsultants, listAllConsultants, type StaffConsultant } from '../contract/consultant.ts'

export function meta() {
  return [{ title: 'Consultants' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return load(listAllConsultants)
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: who advises, and whether members can book them. */
export default function StaffConsultantsPage() {
  const consultants = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Consultants"
        lead="Everybody with an entry, in the order of the public page."
        actions={
          <>
            <ButtonLink to="/admin/profiles" variant="quiet" size="small">
              Public profiles
            </ButtonLink>
            <ButtonLink to="/admin/members?role=staff" variant="quiet" size="small">
              Staff and invitations
            </ButtonLink>
            <CsvButton fetchFile={() => attempt(downloadConsultants)} />
          </>
        }
      />
      {consultants.length === 0 ? (
        <Card>
          <p className="text-muted">Nobody has an entry among the consultants yet.</p>
        </Card>
      ) : (
        <Table columns={columns}>
          {consultants.map((consultant) => (
            <ConsultantRow key={consultant.id} consultant={consultant} />
          ))}
        </Table>
      )}
    </>
  )
}

const columns = ['Consultant', 'Services', 'Sessions held', 'To come', 'State']

function ConsultantRow({ consultant }: { consultant: StaffConsultant }) {
  const { id, displayName, email, chosenSessions, upcoming } = consultant
  return (
    <Row
      heading={
        <>
          <Link to={`/admin/consultants/${id}`} className="link wrap-anywhere">
            {displayName}
          </Link>
          <span className="block text-sm font-normal text-muted wrap-anywhere">{email}</span>
        </>
      }
      actions={<Standing consultant={consultant} />}
    >
      <Cell name="Services">{consultant.services.map((service) => services[service].name).join(', ')}</Cell>
      <Cell name="Sessions held">{chosenSessions === null ? 'All of their services' : chosenSessions}</Cell>
      <Cell name="To come">{upcoming}</Cell>
    </Row>
  )
}

/** Whether members can book them, and what stands in the way. */
export function Standing({ consultant }: { consultant: StaffConsultant }) {
  const { isActive, isPublished, hasHours, brokenCalendars } = consultant
  const obstacles = [
    ...(isActive ? [] : ['May not log in']),
    ...(isPublished ? [] : ['Not published']),
    ...(hasHours ? [] : ['No hours']),
  ]
  return (
    <span className="flex flex-wrap gap-2">
      {obstacles.map((obstacle) => (
        <Badge key={obstacle} tone="warning">
          {obstacle}
        </Badge>
      ))}
      {obstacles.length === 0 ? <Badge tone="success">Can be booked</Badge> : null}
      {brokenCalendars > 0 ? <Badge tone="danger">A calendar cannot be read</Badge> : null}
    </span>
  )
}
