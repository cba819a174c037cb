import { Link } from 'react-router'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { useReturnAddress, withReturnAddress } from './return-address.ts'

export function meta() {
  return [{ title: 'Forgot your password?' }, { name: 'robots', content: 'noindex' }]
}

export default function ForgotPasswordPage() {
  const { from } = useReturnAddress()
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Forgot your password?</h1>
      <p className="mt-3 mb-8 text-muted">
        Tell us the email address of your account, and we send you a link to set a new one.
      </p>
      <ForgotPasswordForm from={from} />
      <p className="mt-8 border-t border-line pt-6">
        <Link to={withReturnAddress('/login', from)} className="link font-medium">
          Back to log in
        </Link>
      </p>
    </>
  )
}
