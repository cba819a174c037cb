import { useLoaderData } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { listProfiles } from '#features/consultants/contract.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/download-buttons.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { type AdminConsultant, downloadConsultants, listAllConsultants } from '../contract.ts'

export const meta = privateMeta('Consultants')

export const clientLoader = pageLoader(async () => {
  const [consultants, { profiles }] = await Promise.all([load(listAllConsultants), load(listProfiles)])
  return { consultants, withoutProfile: profiles.filter(({ version, isDisabled }) => version === 0 && !isDisabled) }
})

/** Administrator page listing the consultants and whether members can book them. */
export default function AdminConsultantsPage() {
  const { consultants, withoutProfile } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Consultants"
        lead="Everyone with a profile, in the same order as on the public page."
        actions={
          <>
            <ButtonLink to="/admin/consultant-profiles" variant="quiet" size="small">
              Public profiles
            </ButtonLink>
            <ButtonLink to="/admin/members?role=staff" variant="quiet" size="small">
              Staff and invitations
            </ButtonLink>
            <CsvButton fetchFile={() => attempt(downloadConsultants)} />
          </>
        }
      />
      {withoutProfile.length > 0 ? (
        <Alert tone="warning" title="Public profile missing">
          <p>Members can book a consultant once you’ve written their profile and they’ve set their hours.</p>
          <ul>
            {withoutProfile.map(({ accountId, accountName }) => (
              <li key={accountId}>
                <Link to={`/admin/consultant-profiles/${accountId}`} className="link wrap-anywhere">
                  Write {accountName}’s profile
                </Link>
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {consultants.length === 0 ? (
        <Card className="grid justify-items-start gap-4">
          <p className="text-muted">
            {withoutProfile.length > 0
              ? 'No one has a profile yet.'
              : 'No consultants yet. Invite someone and write their profile. They’ll set their own hours.'}
          </p>
          {withoutProfile.length > 0 ? null : (
            <ButtonLink to="/admin/members?role=staff" size="small">
              Invite a consultant
            </ButtonLink>
          )}
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

const columns = ['Consultant', 'Services', 'Sessions offered', 'Upcoming', 'Status']

function ConsultantRow({ consultant }: { consultant: AdminConsultant }) {
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
      actions={<ConsultantStatus consultant={consultant} />}
    >
      <Cell name="Services">{consultant.services.map((service) => services[service].name).join(', ')}</Cell>
      <Cell name="Sessions offered">{chosenSessions === null ? 'All in their services' : chosenSessions}</Cell>
      <Cell name="Upcoming">{upcoming}</Cell>
    </Row>
  )
}

/** Badges showing whether members can book the consultant and, if not, why. */
export function ConsultantStatus({ consultant }: { consultant: AdminConsultant }) {
  const { isActive, isPublished, hasHours, brokenCalendars } = consultant
  const blockers = [
    ...(isActive ? [] : ['Can’t log in']),
    ...(isPublished ? [] : ['Not published']),
    ...(hasHours ? [] : ['No hours set']),
  ]
  return (
    <span className="flex flex-wrap gap-2">
      {blockers.map((blocker) => (
        <Badge key={blocker} tone="warning">
          {blocker}
        </Badge>
      ))}
      {blockers.length === 0 ? <Badge tone="success">Can be booked</Badge> : null}
      {brokenCalendars > 0 ? <Badge tone="danger">Calendar problem</Badge> : null}
    </span>
  )
}
