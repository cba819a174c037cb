import { Link, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/web/public.tsx'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CsvButton } from '#platform/web/ui/csv-button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { downloadProfiles, listProfiles, type Profile } from '../contract/profile.ts'

export function meta() {
  return [{ title: 'Public profiles' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  return load(listProfiles)
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: whom the consultants page shows, in its order. */
export default function ProfilesPage() {
  const { profiles } = useLoaderData<typeof clientLoader>()
  return (
    <>
      <PageHeading
        title="Public profiles"
        lead="How the consultants page shows the people who advise, in its order."
        actions={<CsvButton fetchFile={() => attempt(downloadProfiles)} />}
      />
      <Card>
        {profiles.length === 0 ? (
          <p className="text-muted">Nobody has the account of a consultant yet.</p>
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

function ProfileRow({ profile }: { profile: Pick<Profile, 'accountId' | 'displayName' | 'services'> & Standing }) {
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/admin/profiles/${profile.accountId}`} className="link min-w-0 font-semibold wrap-anywhere">
          {profile.displayName}
        </Link>
        <StandingBadge {...profile} />
      </p>
      <p className="text-sm text-muted">
        {profile.services.map((service) => services[service].name).join(', ') || 'Advises on nothing yet'}
      </p>
    </li>
  )
}

type Standing = Pick<Profile, 'isShown' | 'isDisabled' | 'version'>

function StandingBadge({ isShown, isDisabled, version }: Standing) {
  if (isDisabled) return <Badge tone="warning">May not log in, so not shown</Badge>
  if (isShown) return <Badge tone="success">Shown</Badge>
  return <Badge>{version === 0 ? 'Not written yet' : 'Not shown'}</Badge>
}
