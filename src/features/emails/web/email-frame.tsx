import { useLayoutEffect, useRef, useState } from 'react'
import { redirectDocument } from 'react-router'
import { createTrustedTypesPolicy } from '#platform/web/trusted-types.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { inScheme } from '../rules.ts'

/** Safe for any email, because the sandboxed frame runs no scripts. */
const toTrustedHtml = createTrustedTypesPolicy('letters', 'createHTML', addContentPolicy)

type EmailContentProps = { title: string; html: string; text: string }

/** Shows two cards: the email as a mail program renders it, and its plain text. */
export function EmailContent({ title, html, text }: EmailContentProps) {
  return (
    <>
      <TitledCard title="How it looks">
        <EmailFrame title={title} html={html} />
      </TitledCard>
      <TitledCard title="Plain text">
        <pre className="rounded-md bg-ground p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </TitledCard>
    </>
  )
}

/** Shows an email in a sandboxed frame that runs no scripts, loads only pictures of packages and has its own origin. */
function EmailFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isDark, setIsDark] = useState(false)
  const [isNarrow, setIsNarrow] = useState(false)
  // React would turn the TrustedHTML into a string, which browsers reject for `srcdoc`.
  useLayoutEffect(() => {
    if (frame.current) frame.current.srcdoc = toTrustedHtml(inScheme(html, isDark ? 'dark' : 'light'))
  }, [html, isDark])
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        <Switch label="Dark mode" isOn={isDark} onChange={setIsDark} />
        <Switch label="Phone width" isOn={isNarrow} onChange={setIsNarrow} />
      </div>
      <iframe
        ref={frame}
        title={title}
        sandbox=""
        className={`h-[40rem] max-h-[80vh] w-full rounded-md border border-line bg-white ${isNarrow ? 'max-w-[390px]' : ''}`}
      />
    </div>
  )
}

function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Button variant={isOn ? 'primary' : 'secondary'} size="small" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {label}
    </Button>
  )
}

/** Adds to the page's content security policy, which the frame inherits. There, "self" would be the frame's own origin. */
function addContentPolicy(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src ${location.origin}/images/packages/">`
  return html.includes('<head>') ? html.replace('<head>', `<head>${policy}`) : `${policy}${html}`
}

/**
 * Reloads the page after client-side navigation. The server gives email pages a separate content policy, and an email
 * keeps its styles only in a document that was loaded from one of these pages.
 */
export function requireOwnDocument({ url }: Request): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && !/^\/admin\/(?:emails|email-previews)(?:\/|$)/.test(new URL(navigation.name).pathname))
    throw redirectDocument(url)
}
