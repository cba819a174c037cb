import { lazy, Suspense } from 'react'
import { useProofQuestion } from '#platform/web/proof-question.ts'

/** Loaded only when needed, so that other pages do not carry the form. */
const ReauthenticationDialog = lazy(async () => {
  const dialog = await import('#features/accounts/reauthentication/web/reauthentication-dialog.tsx')
  return { default: dialog.ReauthenticationDialog }
})

/** Asks members to confirm their identity when the server requires it. Rendered once at the root, for every page. */
export function IdentityQuestion() {
  const question = useProofQuestion()
  return <Suspense>{question ? <ReauthenticationDialog key={question.missing} {...question} /> : null}</Suspense>
}
