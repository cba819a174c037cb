import { isRouteErrorResponse } from 'react-router'
import { ButtonLink } from '#platform/web/ui/button.tsx'

/** Stands in for any page that failed: it needs nothing from the server, which may be what failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const isAway = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="container-page grid min-h-screen content-center py-20">
      <h1 className="max-w-prose text-4xl sm:text-5xl">
        {isAway ? 'We will be back in a moment.' : 'Something went wrong on our side.'}
      </h1>
      <p className="mt-6 max-w-md text-lg text-muted">
        Nothing you did caused this. Please try again in a minute. If you were paying, look at your packages first: a
        payment that went through is shown there.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/" reloadDocument>
          Go to the home page
        </ButtonLink>
        <ButtonLink to="/portal/packages" reloadDocument variant="quiet">
          See my packages
        </ButtonLink>
      </div>
    </main>
  )
}
