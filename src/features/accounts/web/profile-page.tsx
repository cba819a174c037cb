import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { getProfile } from '../contract/profile.ts'
import { AccountCard, AccountCards } from './account-card.tsx'
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
    <AccountCards
      lead="Who you are, how we reach you, and what we tell you about."
      left={
        <>
          <AccountCard title="Personal information">
            <PersonalForm profile={profile} />
            <hr className="my-6 border-line" />
            <EmailForm profile={profile} />
          </AccountCard>
          <AccountCard title="Picture">
            <PictureForm profile={profile} />
          </AccountCard>
          <AccountCard title="Time zone" lead="Your sessions are shown in it, beside London time.">
            <TimeZoneForm profile={profile} />
          </AccountCard>
        </>
      }
      right={
        <>
          <AccountCard title="Notifications" lead="What we tell you about, and how.">
            <NotificationsForm profile={profile} />
          </AccountCard>
          <AccountCard
            title="Parent or guardian"
            lead="If you are under 18, tell us who answers for you. We send you no news unless you ask for it."
          >
            <GuardianForm profile={profile} />
          </AccountCard>
          <SecurityLinks />
        </>
      }
    />
  )
}

/** SPEC §2 has them on the profile; what they do stands on a page of its own. */
function SecurityLinks() {
  return (
    <AccountCard title="Account security" lead="Your password, your second factor, and your account itself.">
      <div className="flex flex-wrap gap-3">
        <ButtonLink to="/portal/security#password" variant="quiet" size="small">
          Change password
        </ButtonLink>
        <ButtonLink to="/portal/security#two-factor" variant="quiet" size="small">
          Manage two-factor login
        </ButtonLink>
        <ButtonLink to="/portal/security#delete-account" variant="quiet" size="small">
          Delete account
        </ButtonLink>
      </div>
    </AccountCard>
  )
}
