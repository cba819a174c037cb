import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { useSecondFactor } from './use-second-factor.ts'

/** PRODUCT D14: what the member logs in with beside the password. */
export function SecondFactorSection() {
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
    <Card>
      <h2 className="text-xl">Two-factor login and passkeys</h2>
      {loading.state === 'loading' ? <Spinner label="Loading how you log in" className="mt-6 size-8" /> : null}
      {loading.state === 'failed' ? (
        <Alert tone="error" className="mt-4">
          <p>{loading.message}</p>
          <Button variant="quiet" size="small" className="mt-3" onClick={reload}>
            Try again
          </Button>
        </Alert>
      ) : null}
    </Card>
  )
}
