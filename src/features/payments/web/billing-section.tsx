import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'

export function BillingInformation({ member, children }: { member: User | null; children?: ReactNode }) {
  return (
    <section className="grid gap-6">
      <div>
        <h2 className="text-xl">Billing Information</h2>
        <p className="mt-4 font-medium">Billing to:</p>
        {member ? (
          <p className="wrap-anywhere">
            {member.firstName} {member.lastName}
            <span className="block text-muted">{member.email}</span>
            {member.mobile ? <span className="block text-muted">{member.mobile}</span> : null}
          </p>
        ) : null}
      </div>
      {children}
    </section>
  )
}

export function PaymentInformation({ children }: { children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">Payment Information</h2>
      {children}
      <p className="flex items-center gap-2.5 text-sm text-muted">
        <Lock aria-hidden="true" className="size-4 shrink-0" />
        Your payment information is secure and encrypted
      </p>
    </section>
  )
}

export function ProviderLine() {
  return <p className="text-center text-sm text-muted">Powered by Stripe • Secure payment processing</p>
}
