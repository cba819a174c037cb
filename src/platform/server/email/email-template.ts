import type { Email } from './email.ts'
import { type Html, html } from './html.ts'

/** The content of an email, from which both its text and its HTML are made. */
export type EmailTemplate = {
  to: string
  subject: string
  /** Shown after the subject in a list of emails; defaults to the first paragraph. */
  preview?: string
  greeting: string
  paragraphs: string[]
  /** Facts and amounts, in order. A fact can link to an address. */
  facts?: [label: string, value: string, url?: string][]
  action?: { label: string; url: string }
  /** Shown below the action, such as terms and small print. */
  notes?: string[]
  /** The brand for the head, and the legal name and address lines for the foot. */
  sender: { brand: string; name: string; lines: string[] }
}

/**
 * For dark mode, which mail programs take only from a style element. Light colours are inline, so every mail program
 * shows them.
 */
export const emailStyle = `@media (prefers-color-scheme: dark) {
.ground { background: #12181e !important; color: #f1efe9 !important }
.card { background: #1e2831 !important }
.quiet { color: #b7c0c8 !important }
.line { border-color: #3b4853 !important }
}`

/** Splits text that a person typed into paragraphs. */
export function splitParagraphs(text: string): string[] {
  return text.split(/\n+/).filter((line) => line.trim())
}

export function renderEmail(template: EmailTemplate): Email {
  return { to: template.to, subject: template.subject, text: renderText(template), html: renderHtml(template).html }
}

function renderText({ greeting, paragraphs, facts = [], action, notes = [], sender }: EmailTemplate): string {
  const blocks = [
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
function renderHtml({ subject, preview, greeting, paragraphs, facts = [], action, notes = [], sender }: EmailTemplate) {
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title><style>${emailStyle}</style></head>
<body class="ground" style="margin:0;padding:24px 12px;background:#f6f4ee;color:#1c2b36;font:16px/1.6 Poppins,Segoe UI,Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${preview ?? paragraphs[0] ?? ''}</div>
<div class="card" style="max-width:560px;margin:0 auto;background:#fff;border-radius:8px;overflow:hidden;word-break:break-word;overflow-wrap:anywhere">
<div style="background:#223140;color:#fff;padding:20px 32px;font-weight:600;border-bottom:4px solid #ffb300"><span style="display:inline-block;width:14px;height:14px;margin-right:10px;background:#ffb300;border-radius:4px"></span>${sender.brand}</div>
<div style="padding:28px 32px">
<p style="margin:0 0 16px">${greeting}</p>
${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
${factsTable(facts)}
${action ? button(action) : ''}
${notes.map((note) => html`<p class="quiet" style="margin:0 0 12px;font-size:14px;color:#4d5b66">${note}</p>`)}
</div>
<div class="line quiet" style="padding:20px 32px;border-top:1px solid #e5e2d9;font-size:13px;color:#4d5b66">
${[sender.name, ...sender.lines].map((line) => html`<div>${line}</div>`)}
</div>
</div></body></html>
`
}

/** Only values may break anywhere; breaking labels would put each on two lines on a phone. */
function factsTable(facts: NonNullable<EmailTemplate['facts']>): Html {
  if (facts.length === 0) return html``
  return html`<table style="width:100%;border-collapse:collapse;margin:0 0 20px">${facts.map(
    ([label, value, url]) => html`<tr>
<td class="line quiet" style="padding:8px 16px 8px 0;border-bottom:1px solid #e5e2d9;color:#4d5b66;vertical-align:top;word-break:normal;overflow-wrap:normal">${label}</td>
<td class="line" style="padding:8px 0;border-bottom:1px solid #e5e2d9;text-align:right">${url ? html`<a href="${url}" style="color:inherit">${value}</a>` : value}</td></tr>`,
  )}</table>`
}

function button({ label, url }: { label: string; url: string }): Html {
  return html`<p style="margin:0 0 20px"><a href="${url}" style="display:inline-block;padding:12px 20px;background:#ffb300;color:#1c2b36;font-weight:600;text-decoration:none;border-radius:8px">${label}</a></p>
<p class="quiet" style="margin:0 0 20px;font-size:13px;color:#4d5b66">If the button doesn’t work, copy this address: ${url}</p>`
}
