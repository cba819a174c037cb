import { Navigate, Outlet, replace } from 'react-router'
import { readMember, useMember } from '#features/accounts/web/public.tsx'
import type { Route } from './+types/require-consultant'

/**
 * Redirects before any data is requested, because the server would refuse the request. Everyone may open the portal.
 */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  () => {
    const member = readMember()
    if (member && member.role !== 'consultant') throw replace('/portal')
  },
]

export function clientLoader() {
  return null
}

export default function RequireConsultant() {
  return useMember()?.role === 'consultant' ? <Outlet /> : <Navigate to="/portal" replace />
}
