import { useLayoutEffect, useRef } from 'react'
import { redirectDocument } from 'react-router'
import { createTrustedTypesPolicy } from '#platform/web/trusted-types.ts'

/** Safe for any email, because the sandboxed frame runs no scripts. */
const trusted = createTrustedTypesPolicy('letters', 'createHTML', withPolicy)

/** Shows an email in a sandboxed frame that runs no scripts, loads nothing and has its own origin. */
export function EmailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // React would turn the TrustedHTML into a string, which browsers reject for `srcdoc`.
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = trusted(html)
  }, [html])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox=""
      className="h-[40rem] max-h-[80vh] w-full rounded-md border border-line bg-white"
    />
  )
}

/** Adds to the page's policy, which the frame inherits. */
function withPolicy(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
  return html.includes('<head>') ? html.replace('<head>', `<head>${policy}`) : `${policy}${html}`
}

export function EmailText({ text }: { text: string }) {
  return <pre className="rounded-md bg-ground p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
}

/**
 * The server gives email pages a separate policy, and an email keeps its styles only in a document loaded from one of
 * them. After client-side navigation this reloads the page.
 */
export function requireOwnDocument({ url }: Request): void {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && !/^\/admin\/(?:emails|email-previews)(?:\/|$)/.test(new URL(opened.name).pathname))
    throw redirectDocument(url)
}
