import { mixesAlphabets } from '#platform/shared/email-address.ts'
import { Badge } from './badge.tsx'

/** Shows an email address to staff, and marks one that may imitate another. */
export function EmailText({ email }: { email: string }) {
  return (
    <>
      <span className="wrap-anywhere">{email}</span>
      {mixesAlphabets(email) ? (
        <Badge tone="warning" className="ml-2">
          Mixed alphabets: check who this is
        </Badge>
      ) : null}
    </>
  )
}
