import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'

/**
 * The token at the end of a page's address. Whoever looks at the address, the history or the page's next requests does
 * not find it there any more.
 */
export function useLinkToken(page: string): string {
  const { token } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [kept] = useState(token ?? '')
  useEffect(() => {
    if (token) void navigate({ pathname: page, search }, { replace: true, preventScrollReset: true })
  }, [token, page, search, navigate])
  return kept
}
