import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { getProfile } from '../contract/profile.ts'
import { EmailForm } from './email-form.tsx'
import { GuardianForm } from './guardian-form.tsx'
import { NotificationsForm } from './notifications-form.tsx'
import { PersonalForm } from './personal-form.tsx'
import { PictureForm } from './picture-form.tsx'
import { TimeZoneForm } from './time-zone-form.tsx'

export function meta() {
  return [{ title: 'Profile' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const answer = await call(getProfile)
  if (answer.refused) throw new Error(answer.message)
  return answer.value
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function ProfilePage() {
  const profile = useLoaderData<typeof clientLoader>()
  return (
    <>
      <div>
        <p className="text-2xl font-semibold tracking-tight sm:text-3xl">Profile</p>
        <p className="mt-1 text-muted">Who you are, how we reach you, and what we tell you about.</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ProfileCard title="Personal information">
            <PersonalForm profile={profile} />
            <hr className="my-6 border-line" />
            <EmailForm profile={profile} />
          </ProfileCard>
          <ProfileCard title="Picture">
            <PictureForm profile={profile} />
          </ProfileCard>
          <ProfileCard title="Time zone" lead="Your sessions are shown in it, beside London time.">
            <TimeZoneForm profile={profile} />
          </ProfileCard>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ProfileCard title="Notifications" lead="What we tell you about, and how.">
            <NotificationsForm profile={profile} />
          </ProfileCard>
          <ProfileCard
            title="Parent or guardian"
            lead="If you are under 18, tell us who answers for you. We send you no news unless you ask for it."
          >
            <GuardianForm profile={profile} />
          </ProfileCard>
        </div>
      </div>
    </>
  )
}

/** One matter, with a form of its own: what is typed in the others stays. */
function ProfileCard({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-xl">{title}</h2>
      {lead ? <p className="mt-1 text-muted">{lead}</p> : null}
      <div className="mt-6">{children}</div>
    </Card>
  )
}
