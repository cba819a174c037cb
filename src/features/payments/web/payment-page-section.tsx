import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { User } from '#features/accounts/contract.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'

type Customer = Pick<User, 'firstName' | 'lastName' | 'email' | 'mobile'>

export function BillingInformation({ customer, children }: { customer: Customer; children?: ReactNode }) {
  const { firstName, lastName, email, mobile } = customer
  return (
    <section className="grid gap-6">
      <div>
        <h2 className="text-xl">Billing Information</h2>
        {firstName || lastName || email ? (
          <>
            <p className="mt-4 font-medium">Billing to:</p>
            <p className="wrap-anywhere">
              {fullName(firstName, lastName)}
              <span className="block text-muted">{email}</span>
              {mobile ? <span className="block text-muted">{mobile}</span> : null}
            </p>
          </>
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

export function Problem({ title, message, children }: { title: string; message: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid max-w-prose justify-items-start gap-6 py-16">
      <h1 className="text-3xl">{title}</h1>
      <Alert tone="error" className="w-full">
        {message}
      </Alert>
      {children}
    </div>
  )
}

export function TestCardRibbon() {
  return (
    <p className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-primary-soft px-4 py-3">
      <Badge tone="primary">Test mode</Badge>
      <span>
        You won’t be charged. Use the card <strong className="font-semibold">4242 4242 4242 4242</strong>, any future
        date and any CVC.
      </span>
    </p>
  )
}
