import { redirectDocument } from 'react-router'

/** A letter as a mail program shows it: in a frame that runs nothing, loads nothing and is not of our origin. */
export function LetterPanel({ title, html }: { title: string; html: string }) {
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={withPolicy(html)}
      className="h-[40rem] max-h-[80vh] w-full rounded-md border border-line bg-white"
    />
  )
}

/** Besides the page's own policy, which holds in the frame as well. */
function withPolicy(html: string): string {
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`
  return html.includes('<head>') ? html.replace('<head>', `<head>${policy}`) : `${policy}${html}`
}

export function LetterText({ text }: { text: string }) {
  return <pre className="rounded-md bg-ground p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{text}</pre>
}

/**
 * A letter has its look only in a document that was opened at one of its pages: the server gives those a policy of their
 * own. Whoever comes from another page within the site, as after logging in, gets the page anew.
 */
export function requireOwnDocument({ url }: Request): void {
  const [opened] = performance.getEntriesByType('navigation')
  if (opened && !/^\/admin\/(?:mails|mail-preview)(?:\/|$)/.test(new URL(opened.name).pathname))
    throw redirectDocument(url)
}
