import { attempt } from '#platform/web/attempt.ts'
import { WithLinkToken } from '#platform/web/link-token.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { unsubscribe } from '../contract.ts'
import { topicOf } from '../rules.ts'

export const meta = privateMeta('Unsubscribe')

/** Needs no login. Opening the page changes nothing, because mail programs open links automatically. */
export default function UnsubscribePage() {
  return (
    <div className="container-page py-12 md:py-16">
      <div className="mx-auto grid max-w-prose justify-items-start gap-6">
        <h1 className="text-3xl sm:text-4xl">Unsubscribe</h1>
        <WithLinkToken page="/unsubscribe">{(token) => <UnsubscribeForm token={token} />}</WithLinkToken>
        <ButtonLink to="/portal/profile" variant="quiet" size="small">
          Choose which emails I get
        </ButtonLink>
      </div>
    </div>
  )
}

function UnsubscribeForm({ token }: { token: string }) {
  const { isBusy, ending, run } = useAction()
  const isDone = ending?.state === 'done'
  const message = token ? ending?.message : 'This link is incomplete. Open the link in our email again.'
  // A failed attempt can be retried, but not with an invalid token.
  const isInvalidLink = !token || (ending?.state === 'failed' && ending.reason === 'link-invalid')
  const canUnsubscribe = !isDone && !isInvalidLink
  return (
    <>
      {canUnsubscribe ? (
        <p>
          If you unsubscribe, we’ll stop sending you emails about {topicOf(token)}. You’ll still get emails about
          payments, refunds and your account’s security.
        </p>
      ) : null}
      {message ? <Alert tone={isDone ? 'success' : 'error'}>{message}</Alert> : null}
      {canUnsubscribe ? (
        <>
          <Button busy={isBusy} onClick={() => run(() => attempt(unsubscribe, { params: { token } }))}>
            Unsubscribe
          </Button>
          <NoScriptNote />
        </>
      ) : null}
    </>
  )
}
