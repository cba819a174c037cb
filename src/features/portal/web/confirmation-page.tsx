import { ConfirmEmailBanner, useMember } from '#features/accounts/web/public.tsx'
import { ConfirmationSection } from '#features/payments/web/public-receipt.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { PageSpinner } from '#platform/web/ui/spinner.tsx'
import { MilestonesSection, NextStepSection } from './next-step-section.tsx'

export const meta = privateMeta('Confirmation')

export function clientLoader() {
  return null
}
// Rendered in the browser only: the HTML is the same for every visitor and contains no purchase.
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <PageSpinner />
}

/** PRODUCT D3: the receipt with the one next step, and what happens when. */
export default function ConfirmationPage() {
  const member = useMember()
  return (
    <ConfirmationSection>
      {(owned, receipt) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
          <div className="grid gap-4">
            {owned ? (
              <NextStepSection owned={owned} />
            ) : (
              <ButtonLink to="/portal/packages" reloadDocument wide>
                Go to My Packages
              </ButtonLink>
            )}
            {member?.emailVerified === false ? <ConfirmEmailBanner email={member.email} /> : null}
          </div>
          <div className="grid gap-6 lg:col-start-2 lg:row-span-2">{receipt}</div>
          {owned ? <MilestonesSection owned={owned} /> : null}
        </div>
      )}
    </ConfirmationSection>
  )
}
