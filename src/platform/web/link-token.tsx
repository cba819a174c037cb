import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { useHydrated } from './hydration.ts'
import { NoScriptNote } from './ui/no-script-note.tsx'

type WithLinkTokenProps = {
  /** The path without a token. */
  page: string
  /** @param token empty if the link had none */
  children: (token: string) => ReactNode
}

/**
 * Moves the token from the URL into the history entry's state, so that neither the address bar nor the page's next
 * requests reveal it, but a reload still has it (PRODUCT D15).
 */
export function WithLinkToken({ page, children }: WithLinkTokenProps) {
  const { token } = useParams()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  useEffect(() => {
    const options = { replace: true, preventScrollReset: true, state: { linkToken: token } }
    if (token) void navigate({ pathname: page, search }, options)
  }, [token, page, search, navigate])
  if (token) return children(token)
  // The server cannot know the history state.
  return isHydrated ? children(state?.linkToken ?? '') : <NoScriptNote />
}
