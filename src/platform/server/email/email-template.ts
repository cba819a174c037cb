import type { Email } from './email.ts'
import { type Html, html } from './html.ts'

type Fact = [label: string, value: string, url?: string]

/** A picture that the site serves, with the size at which it is shown. */
export type EmailPicture = { url: string; width: number; height: number }

/** The content of an email, from which both its text and its HTML are made. */
export type EmailTemplate = {
  to: string
  /** Also the heading. */
  subject: string
  /** Shown after the subject in a list of emails; defaults to the first paragraph. */
  preview?: string
  /** Above everything else, such as the line below which a reply is cut off. */
  marker?: string | undefined
  /** Decoration above the heading. The email is complete without it, because many mail programs block pictures. */
  picture?: EmailPicture | undefined
  greeting: string
  paragraphs: string[]
  /** Facts and amounts, in order. A fact can link to an address. */
  facts?: (Fact | false | undefined)[]
  action?: { label: string; url: string }
  /** Shown below the action, such as terms and small print. */
  notes?: string[]
  /** The brand for the header, and the legal name and address lines for the footer. */
  sender: { brand: string; name: string; lines: string[] }
}

/**
 * For dark mode, whose colours mail programs take only from a style element. Light colours are inline, so every mail
 * program shows them.
 */
export const emailStyle = `@media (prefers-color-scheme: dark) {
.ground { background: #12181e !important; color: #f1efe9 !important }
.card { background: #1e2831 !important }
.quiet { color: #b7c0c8 !important }
.line { border-color: #3b4853 !important }
.picture { opacity: 0.85 }
}`

/** Splits text that someone typed into paragraphs. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim())
}

export function renderEmail(template: EmailTemplate): Email {
  const { to, subject, preview = template.paragraphs[0] ?? '' } = template
  const facts = template.facts?.filter((fact) => fact !== undefined && fact !== false) ?? []
  return {
    to,
    subject,
    preview,
    text: renderText({ ...template, facts }),
    html: renderHtml({ ...template, preview, facts }).html,
  }
}

type Content = Omit<EmailTemplate, 'facts'> & { facts: Fact[] }

function renderText({ marker = '', greeting, paragraphs, facts, action, notes = [], sender }: Content): string {
  const blocks = [
    marker,
    greeting,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    ...notes,
    ['-- ', sender.name, ...sender.lines].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** Long links wrap instead of being cut off. Mail programs support either `word-break` or `overflow-wrap`. */
function renderHtml({
  subject,
  preview = '',
  marker,
  picture,
  greeting,
  paragraphs,
  facts,
  action,
  notes = [],
  sender,
}: Content) {
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${subject}</title><style>${emailStyle}</style></head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f6f4ee;color:#1c2b36;font:16px/1.6 Poppins,Segoe UI,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
${marker ? html`<p class="quiet" style="max-width:560px;margin:0 auto 12px;font-size:13px;color:#4d5b66">${marker}</p>` : ''}
<div class="card" style="max-width:560px;margin:0 auto;background:#fff;border-radius:8px;overflow:hidden;word-break:break-word;overflow-wrap:anywhere">
<div class="brand" style="background:#223140;color:#fff;padding:20px 28px;font-weight:600;border-bottom:4px solid #ffb300"><span style="display:inline-block;width:14px;height:14px;margin-right:10px;background:#ffb300;border-radius:4px"></span>${sender.brand}</div>
<div style="padding:28px">
${picture ? pictureFrame(picture) : ''}
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3;font-weight:600">${subject}</h1>
${[greeting, ...paragraphs].map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${factsTable(facts)}
${action ? button(action) : ''}
${notes.map((note) => html`<p class="quiet" style="margin:0 0 12px;font-size:14px;color:#4d5b66">${linkAddresses(note)}</p>`)}
</div>
<div class="line quiet" style="padding:20px 28px;border-top:1px solid #e5e2d9;font-size:13px;color:#4d5b66">
${[sender.name, ...sender.lines].map((line) => html`<div>${line}</div>`)}
</div>
</div></body></html>
`
}

/** The attributes are for Outlook, which ignores styles of pictures. An empty `alt` leaves nothing if it is blocked. */
function pictureFrame({ url, width, height }: EmailPicture): Html {
  return html`<img src="${url}" alt="" width="${width}" height="${height}" class="picture" style="display:block;width:100%;max-width:${width}px;height:auto;margin:0 0 24px;border:0;border-radius:8px">`
}

/** Only values may break anywhere; breakable labels would take up two lines each on a phone. */
function factsTable(facts: Fact[]): Html {
  if (facts.length === 0) return html``
  return html`<table style="width:100%;border-collapse:collapse;margin:4px 0 24px">${facts.map(
    ([label, value, url]) => html`<tr>
<th scope="row" class="line quiet" style="padding:8px 20px 8px 0;border-bottom:1px solid #e5e2d9;color:#4d5b66;font-weight:400;text-align:left;vertical-align:top;white-space:nowrap">${label}</th>
<td class="line" style="width:100%;padding:8px 0;border-bottom:1px solid #e5e2d9;vertical-align:top">${url ? link(url, value) : value}</td></tr>`,
  )}</table>`
}

function button({ label, url }: { label: string; url: string }): Html {
  return html`<p style="margin:24px 0 20px"><a href="${url}" class="button" style="display:inline-block;padding:12px 24px;background:#ffb300;color:#1c2b36;font-weight:600;text-decoration:none;border-radius:8px">${label}</a></p>
<p class="quiet button-help" style="margin:0 0 20px;font-size:13px;color:#4d5b66">If the button doesn’t work, copy this address: ${url}</p>`
}

/** For notes only: we write them ourselves, so nobody else can put a link into them. */
function linkAddresses(text: string): Html[] {
  const parts = text.split(/(https?:\/\/\S*[^\s.,:;)])/)
  return parts.map((part, index) => (index % 2 === 0 ? html`${part}` : link(part, part)))
}

function link(url: string, label: string): Html {
  return html`<a href="${url}" style="color:inherit">${label}</a>`
}
