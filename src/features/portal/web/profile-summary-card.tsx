import { Link } from 'react-router'
import type { User } from '#features/accounts/contract.ts'
import { Card } from '#platform/web/ui/card.tsx'

/** SPEC §2: who the member is, and how complete that is. @param completion in percent */
export function ProfileSummary({ user, completion }: { user: User; completion: number }) {
  return (
    <section aria-labelledby="profile-summary">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="profile-summary" className="text-xl">
          Your profile
        </h2>
        <Link to="/portal/profile" className="link link-alone">
          Edit profile
        </Link>
      </div>
      <Card>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Fact name="Name">{`${user.firstName} ${user.lastName}`.trim()}</Fact>
          <Fact name="Email">{user.email}</Fact>
          <Fact name="Mobile">{user.mobile || 'Not given yet'}</Fact>
        </dl>
        <p id="profile-completion" className="mt-6 tabular-nums">
          {completion}% complete
        </p>
        <progress aria-labelledby="profile-completion" value={completion} max={100} className="progress-bar mt-2" />
      </Card>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
