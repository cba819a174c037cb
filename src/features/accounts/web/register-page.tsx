import { useEffect } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useMember } from './public.tsx'
import { RegisterForm } from './register-form.tsx'
import { useReturnAddress, withReturnAddress } from './return-address.ts'
import { resetRegistration } from './store.ts'

export function meta() {
  return [{ title: 'Create your account' }, { name: 'robots', content: 'noindex' }]
}

export default function RegisterPage() {
  const { from } = useReturnAddress()
  const member = useMember()
  const navigate = useNavigate()
  const loginAddress = withReturnAddress('/login', from)
  useEffect(() => resetRegistration, [])
  if (member) return <Navigate to="/portal/dashboard" replace />

  const goToLogin = ({ email, message }: { email: string; message: string }) => {
    notify.success(message)
    resetRegistration()
    void navigate(loginAddress, { state: { email } })
  }
  return (
    <>
      <h1 className="text-3xl sm:text-4xl">Create your account</h1>
      <p className="mt-3 mb-8 text-muted">
        Already have one?{' '}
        <Link to={loginAddress} className="link font-medium text-ink">
          Log in
        </Link>
      </p>
      <RegisterForm onRegistered={goToLogin} />
      <p className="mt-6 text-sm text-muted">
        By creating an account you agree to our{' '}
        <Link to="/terms" className="link">
          Terms of Service
        </Link>
        . Our{' '}
        <Link to="/privacy" className="link">
          Privacy Policy
        </Link>{' '}
        says what we do with your data.
      </p>
    </>
  )
}
