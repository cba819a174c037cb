import { type ComponentType, useEffect, useState } from 'react'
import { type ProofQuestion, useProofQuestion } from '#platform/web/proof-question.ts'
import { notify } from '#platform/web/ui/toasts.tsx'

const load = () => import('#features/accounts/reauthentication/web/reauthentication-dialog.tsx')

/** Asks members to confirm their identity when the server requires it. Rendered once at the root, for every page. */
export function IdentityQuestion() {
  const question = useProofQuestion()
  // Loaded only when needed, so that other pages do not carry the form.
  const [Dialog, setDialog] = useState<ComponentType<ProofQuestion>>()
  useEffect(() => {
    if (!question || Dialog) return
    load().then(
      ({ ReauthenticationDialog }) => setDialog(() => ReauthenticationDialog),
      () => {
        notify.error('We couldn’t ask you to confirm it’s you. Check your connection and try again.')
        question.answer(false)
      },
    )
  }, [question, Dialog])
  return question && Dialog ? <Dialog key={question.missing} {...question} /> : null
}
