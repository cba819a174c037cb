import { Navigate, Outlet, replace } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import type { Route } from './+types/require-consultant'

/** Before anything behind it is asked for: the server would refuse it, and the portal has a page for everybody. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    const member = readMember()
    if (member && member.role !== 'consultant') throw replace('/portal')
  },
]

export function clientLoader() {
  return null
}

/** The consultant's side of the portal. */
export default function RequireConsultant() {
  return useMember()?.role === 'consultant' ? <Outlet /> : <Navigate to="/portal" replace />
}
