import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { AccountCard } from './account-card.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** PRODUCT D14: what the member logs in with beside the password. It stays while what is in it comes. */
export function SecondFactorSection() {
  return (
    <section
      id="two-factor"
      tabIndex={-1}
      aria-label="Two-factor login and passkeys"
      className="grid grid-cols-[minmax(0,1fr)] gap-6 outline-none"
    >
      <Factors />
    </section>
  )
}

function Factors() {
  const { loading, reload } = useSecondFactor()
  if (loading.state === 'loaded') {
    return (
      <>
        <SecondFactorPanel factor={loading.factor} reload={reload} />
        <PasskeysPanel passkeys={loading.factor.passkeys} reload={reload} />
      </>
    )
  }
  return (
    <AccountCard title="Two-factor login and passkeys">
      {loading.state === 'loading' ? <Spinner label="Loading how you log in" className="size-8" /> : null}
      {loading.state === 'failed' ? (
        <Alert tone="error">
          <p>{loading.message}</p>
          <Button variant="quiet" size="small" className="mt-3" onClick={reload}>
            Try again
          </Button>
        </Alert>
      ) : null}
    </AccountCard>
  )
}
