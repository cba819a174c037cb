import './styles.css'
import poppins400 from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url'
import poppins500 from '@fontsource/poppins/files/poppins-latin-500-normal.woff2?url'
import poppins600 from '@fontsource/poppins/files/poppins-latin-600-normal.woff2?url'
import { lazy, Suspense } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from 'react-router'
import type { handle as loginHandle } from '#features/accounts/login/web/login-page.tsx'
import { useHydrated } from '#platform/web/hydration.ts'
import { getPageImpersonation } from '#platform/web/impersonation.ts'
import { publicUrl } from '#platform/web/server-call.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Toasts } from '#platform/web/ui/toasts.tsx'
import type { Route } from './+types/root'
import { deferredScriptType } from './defer-scripts.ts'
import { speculationRules } from './document/speculation-rules.ts'
import { firstPaintScript } from './first-paint.ts'
import { IdentityQuestion } from './identity-question.tsx'
import type { handle as documentHandle } from './layouts/document-layout.tsx'

/** The script has run before hydration, so the browser bundle does not need to contain it. */
const includesScript = import.meta.env.SSR || import.meta.env.DEV

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(publicUrl) }
}

/** The site's URL does not change during a visit. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: React.ReactNode }) {
  const isDocument = useDocument() !== undefined
  const startsOnUse = useMatches().some(({ handle }) => (handle as typeof loginHandle | undefined)?.startsOnUse)
  return (
    // The first-paint script sets attributes on <html> that the server cannot know.
    <html
      lang="en-GB"
      data-starts-on-use={startsOnUse ? '' : undefined}
      data-fonts={isDocument || startsOnUse ? undefined : ''}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, hashed into the content policy */}
        <script dangerouslySetInnerHTML={{ __html: includesScript ? firstPaintScript : '' }} suppressHydrationWarning />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#22303f" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#19232d" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {[poppins400, poppins500, poppins600].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
            media={isDocument || startsOnUse ? '(width >= 64rem)' : undefined}
          />
        ))}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <PageScripts />
      </body>
    </html>
  )
}

/** Returns the data of a plain document. The router never shows one in the browser. */
function useDocument() {
  const match = useMatches().find(({ handle }) => (handle as typeof documentHandle | undefined)?.isDocument)
  return import.meta.env.SSR ? (match?.loaderData as { script: string } | undefined) : undefined
}

/** A plain document has only a small script of its own. */
function PageScripts() {
  const document = useDocument()
  if (document) return <DocumentScripts {...document} />
  return (
    <>
      <Toasts />
      <ScrollRestoration />
      <Scripts />
    </>
  )
}

function DocumentScripts({ script }: { script: string }) {
  return (
    <>
      {/* Reloads the page when a source changes. */}
      {import.meta.env.DEV ? <script type="module" src="/@vite/client" /> : null}
      {/* Starts after the first paint (first-paint.ts). */}
      <script type={import.meta.env.DEV ? 'module' : deferredScriptType} src={script} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, hashed into the content policy */}
      <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
    </>
  )
}

/** Loaded only during impersonation, so that other pages do not include it. */
const ImpersonationNotice = lazy(async () => {
  const panel = await import('#features/accounts/impersonation/web/impersonation-banner.tsx')
  return { default: panel.ImpersonationBanner }
})

export default function Root() {
  const isImpersonating = useHydrated() && getPageImpersonation() !== null
  return (
    <>
      <Outlet />
      <Suspense>{isImpersonating ? <ImpersonationNotice /> : null}</Suspense>
      <IdentityQuestion />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

/** Replaces any page that failed. It uses no server data, because the server may have failed. */
function ErrorPage({ error }: { error: unknown }) {
  const isUnavailable = isRouteErrorResponse(error) && error.status === 503
  return (
    <main className="container-page grid min-h-screen content-center py-20">
      <h1 className="max-w-prose text-4xl sm:text-5xl">
        {isUnavailable ? 'We’ll be back in a moment.' : 'Something went wrong at our end.'}
      </h1>
      <p className="mt-6 max-w-md text-lg text-muted">
        It wasn’t anything you did. Try again in a minute. If you were paying, check your packages first: if your
        payment went through, you’ll see it there.
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
