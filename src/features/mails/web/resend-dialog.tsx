import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { type LoggedMail, type MailSummary, resendMail } from '../contract.ts'

type ResendProps = {
  mail: Pick<MailSummary, 'id' | 'recipient'>
  onClose: () => void
  onSent: (mail: LoggedMail, sentence: string) => void
}

export function ResendDialog({ mail, onClose, onSent }: ResendProps) {
  const [isSending, setIsSending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const send = async () => {
    setIsSending(true)
    setProblem(undefined)
    const ending = await attempt(resendMail, { params: { mailId: mail.id } })
    setIsSending(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    onSent(ending.value, ending.message)
  }
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
        <Button busy={isSending} onClick={send}>
          Send it
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Do not send
        </Button>
      </div>
    </Dialog>
  )
}
