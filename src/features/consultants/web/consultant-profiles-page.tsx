import { useLoaderData } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { attempt, loaderOf } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/download-buttons.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { downloadProfiles, listProfiles, type Profile } from '../contract.ts'

export const meta = privateMeta('Public profiles')

export const clientLoader = loaderOf(listProfiles)

/** Administrator page listing all profiles in the same order as the consultants page. */
export default function ConsultantProfilesPage() {
  const { profiles } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Public profiles"
        lead="How your consultants appear on the consultants page, in order."
        actions={<CsvButton fetchFile={() => attempt(downloadProfiles)} />}
      />
      <Card>
        {profiles.length === 0 ? (
          <p className="text-muted">
            No consultants yet.{' '}
            <Link to="/admin/members?role=staff" className="link text-ink">
              Invite one
            </Link>{' '}
            and write their profile here.
          </p>
        ) : (
          <ul className="-my-4 divide-y divide-line">
            {profiles.map((profile) => (
              <ProfileRow key={profile.accountId} profile={profile} />
            ))}
          </ul>
        )}
      </Card>
    </>
  )
}

function ProfileRow({ profile }: { profile: Pick<Profile, 'accountId' | 'displayName' | 'services'> & ProfileStatus }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link
          to={`/admin/consultant-profiles/${profile.accountId}`}
          className="link min-w-0 font-semibold wrap-anywhere"
        >
          {profile.displayName}
        </Link>
        <StatusBadge {...profile} />
      </p>
      <p className="text-sm text-muted">
        {profile.services.map((service) => services[service].name).join(', ') || 'No services chosen yet'}
      </p>
    </li>
  )
}

type ProfileStatus = Pick<Profile, 'isShown' | 'isDisabled' | 'version'>

function StatusBadge({ isShown, isDisabled, version }: ProfileStatus) {
  if (isDisabled) return <Badge tone="warning">Disabled, so not shown</Badge>
  if (isShown) return <Badge tone="success">Shown</Badge>
  return <Badge>{version === 0 ? 'Not written yet' : 'Not shown'}</Badge>
}
