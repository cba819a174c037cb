import poppins400 from '@fontsource/poppins/files/poppins-latin-400-normal.woff2?url'
import poppins500 from '@fontsource/poppins/files/poppins-latin-500-normal.woff2?url'
import poppins600 from '@fontsource/poppins/files/poppins-latin-600-normal.woff2?url'
import { lazy, Suspense } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { useHydrated } from '#platform/web/hydrated.ts'
import { publicUrl } from '#platform/web/server-call.ts'
import { Toasts } from '#platform/web/ui/toasts.tsx'
import { viewOfPage } from '#platform/web/view.ts'
import type { Route } from './+types/root'
import { firstPaintScript } from './first-paint.ts'
import { ErrorPage } from './pages/error-page.tsx'
import './styles.css'

/** It has run when a page comes alive, and the built page's scripts need not carry it once more. */
const inDocument = import.meta.env.SSR || import.meta.env.DEV

export function loader({ context }: Route.LoaderArgs) {
  return { publicUrl: context.get(publicUrl) }
}

/** The address of the site does not change while somebody reads it. */
export function shouldRevalidate() {
  return false
}

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    // The first script sets attributes on <html> that the server cannot know.
    <html lang="en-GB" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, hashed into the content policy */}
        <script dangerouslySetInnerHTML={{ __html: inDocument ? firstPaintScript : '' }} suppressHydrationWarning />
        <meta name="theme-color" content="#22303f" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="preload" as="font" type="font/woff2" href={poppins400} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={poppins500} crossOrigin="anonymous" />
        <link rel="preload" as="font" type="font/woff2" href={poppins600} crossOrigin="anonymous" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/** For the few tabs in which staff look at the pages of a member; no other page carries it. */
const ViewNotice = lazy(async () => {
  const panel = await import('#features/accounts/web/view-notice-panel.tsx')
  return { default: panel.ViewNotice }
})

export default function Root() {
  const isView = useHydrated() && viewOfPage() !== null
  return (
    <>
      <Outlet />
      <Suspense>{isView ? <ViewNotice /> : null}</Suspense>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}
