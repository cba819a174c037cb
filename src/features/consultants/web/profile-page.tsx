import { ArrowLeft } from 'lucide-react'
import { Link, useLoaderData } from 'react-router'
import { load } from '#platform/web/load.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { getProfile } from '../contract/profile.ts'
import { ProfileForm } from './profile-form.tsx'

export function meta() {
  return [{ title: 'Public profile' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { accountId?: string } }) {
  return load(getProfile, { params: { accountId: params.accountId ?? '' } })
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: how the public page shows one consultant. */
export default function ProfilePage() {
  const loaded = useLoaderData<typeof clientLoader>()
  return (
    <>
      <Link to="/admin/profiles" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-5" /> Public profiles
      </Link>
      <PageHeading title={loaded.accountName} lead="What the consultants page says of them." />
      <ProfileForm key={loaded.accountId} loaded={loaded} />
    </>
  )
}
