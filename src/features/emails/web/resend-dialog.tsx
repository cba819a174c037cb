import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { type EmailSummary, type LoggedEmail, resendEmail } from '../contract.ts'

type ResendDialogProps = {
  email: Pick<EmailSummary, 'id' | 'recipient'>
  onClose: () => void
  onSent: (email: LoggedEmail, message: string) => void
}

export function ResendDialog({ email, onClose, onSent }: ResendDialogProps) {
  const { isBusy, problem, run } = useAction()
  const send = () => run(() => attempt(resendEmail, { params: { emailId: email.id } }), onSent)
  return (
    <Dialog title="Resend this email?" onClose={onClose}>
      <p className="wrap-anywhere">
        {email.recipient ? `We’ll send it to ${email.recipient}` : 'We’ll send it to the same address'} again, word for
        word.
      </p>
      {problem ? (
        <Alert tone="error" className="mt-4">
          {problem}
        </Alert>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={send}>
          Resend email
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}
