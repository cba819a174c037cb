import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { type EmailSummary, type LoggedEmail, resendEmail } from '../contract.ts'

type ResendDialogProps = {
  mail: Pick<EmailSummary, 'id' | 'recipient'>
  onClose: () => void
  onSent: (mail: LoggedEmail, sentence: string) => void
}

export function ResendDialog({ mail, onClose, onSent }: ResendDialogProps) {
  const { isBusy, problem, run } = useAction()
  const send = () => run(() => attempt(resendEmail, { params: { emailId: mail.id } }), onSent)
  return (
    <Dialog title="Send this mail once more?" onClose={onClose}>
      <p className="wrap-anywhere">
        {mail.recipient ? `It goes to ${mail.recipient}` : 'It goes to the same address'} a second time, word for word.
      </p>
      {problem ? (
        <Alert tone="error" className="mt-4">
          {problem}
        </Alert>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={isBusy} onClick={send}>
          Send it
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Do not send
        </Button>
      </div>
    </Dialog>
  )
}
