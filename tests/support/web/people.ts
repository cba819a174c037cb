import type { User } from '#features/accounts/contract.ts'
import { useAuth } from '#features/accounts/web/auth-store.ts'

export const ada: User = {
  id: '0196b3a0-0000-7000-8000-000000000001',
  firstName: 'Ada',
  lastName: 'Okafor',
  email: 'ada@example.com',
  mobile: '+447700900123',
  profilePicture: null,
  role: 'member',
  emailVerified: true,
}

const untouched = { data: null, loading: false, error: null }

export function givenVisitor(): void {
  localStorage.clear()
  sessionStorage.clear()
  useAuth.setState({ ...useAuth.getInitialState(), isRestored: true })
}

export function givenMember(user: User = ada): void {
  givenVisitor()
  localStorage.setItem('authToken', 'token')
  useAuth.setState({ login: { ...untouched, data: { token: 'token', user } } })
}
