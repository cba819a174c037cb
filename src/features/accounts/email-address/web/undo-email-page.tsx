import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { WithLinkToken } from '#platform/web/link-token.tsx'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { undoEmailChange } from '../contract.ts'

export const meta = privateMeta('Undo your email address change')

/** Target of the link sent to the previous address. Opening it changes nothing, because email programs open links. */
export default function UndoEmailPage() {
  return (
    <>
      <h1 className="mb-8 text-3xl sm:text-4xl">Undo your email address change</h1>
      <WithLinkToken page="/undo-email">{(token) => <UndoEmailForm token={token} />}</WithLinkToken>
    </>
  )
}

function UndoEmailForm({ token }: { token: string }) {
  const [restored, setRestored] = useState<{ address: string }>()
  const { isBusy, ending, problem, run } = useAction()
  const undo = () => run(() => attempt(undoEmailChange, { body: { token } }), setRestored)
  const message = token ? problem : 'This link isn’t complete. Open the whole link from our email.'
  // A retry can help after a connection error, but not after the server refused the link.
  const isLinkInvalid = !token || (ending?.state === 'failed' && ending.reason !== undefined)
  const canUndo = !restored && !isLinkInvalid
  return (
    <div className="grid justify-items-start gap-6">
      {canUndo ? (
        <p>
          If you didn’t change your address, undo it here. We’ll restore your previous address, log everyone out and
          email that address a link to set a new password. The current password and passkeys will stop working.
        </p>
      ) : null}
      {message ? <Alert tone="error">{message}</Alert> : null}
      {restored ? (
        <Alert tone="success">
          Your account’s email address is <span className="font-medium wrap-anywhere">{restored.address}</span> again.
          Now open the email we’ve just sent there and set a new password.
        </Alert>
      ) : null}
      {canUndo ? (
        <>
          <Button variant="danger" busy={isBusy} busyLabel="Undoing…" onClick={undo}>
            Undo the change
          </Button>
          <NoScriptNote />
        </>
      ) : (
        <ButtonLink to={restored ? '/login' : '/contact'}>{restored ? 'Log in' : 'Contact us'}</ButtonLink>
      )}
    </div>
  )
}
