import { strToU8, zipSync } from 'fflate'
import type { Company } from '#features/company/contract.ts'
import { type Html, html } from '#platform/server/email/html.ts'
import type { DataSection, Fact, Facts, PersonalData } from '#platform/server/personal-data.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'
import type { FileResponse } from '#platform/shared/file-response.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { getComplaintNotice } from './complaint-notice.ts'

type ExportArchive = ExportedFacts & Pick<Required<PersonalData>, 'files'>

/**
 * A zip with the same data twice: data.json for other services, data.html for people. It also contains pictures.
 *
 * data.json is `{ writtenAt, writtenBy, writtenFor, <section>: … }`; each section is an object, or a list of objects
 * that all have the same keys. Times are ISO 8601 in UTC; money is `{ amount, currency }` in pence or cents.
 */
export function createExportArchive({ files, ...exported }: ExportArchive): FileResponse {
  const contents = {
    'data.json': strToU8(JSON.stringify(factsBySection(exported), null, 2)),
    'data.html': strToU8(renderDataPage(exported)),
    ...Object.fromEntries(files.map(({ name, content }) => [name, new Uint8Array(content)])),
  }
  const zip = zipSync(contents, { mtime: exported.writtenAt })
  const name = `your-data-${exported.writtenAt.toISOString().slice(0, 10)}.zip`
  return { name, content: new Blob([new Uint8Array(zip)]) }
}

function factsBySection({ sections, company, email, writtenAt }: ExportedFacts) {
  const bySection: Record<string, DataSection['facts'] | Fact> = {
    writtenAt,
    writtenBy: company.legalName,
    writtenFor: email,
  }
  for (const { key, facts } of sections) bySection[key] = facts
  return bySection
}

type ExportedFacts = Pick<Required<PersonalData>, 'sections'> & {
  company: Company
  email: string
  writtenAt: Date
  publicUrl: string
}

/** Renders a page that can be opened anywhere, without network access or scripts. */
function renderDataPage({ sections, company, email, writtenAt, publicUrl }: ExportedFacts): string {
  return html`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Your data at ${company.brandName}</title>
<style>
body{margin:0;background:#f6f4ee;color:#1c2b36;font:16px/1.6 Poppins,Segoe UI,Helvetica,Arial,sans-serif}
header{background:#223140;color:#fff;border-bottom:4px solid #ffb300}
header>div,main{max-width:60rem;margin:0 auto;padding:1.5rem 1rem}
h1{margin:0;font-size:1.8rem;line-height:1.2}
section{background:#fff;border-radius:8px;padding:1rem 1.25rem;margin:0 0 1.5rem}
h2{margin:0 0 .75rem;font-size:1.25rem}
.list{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td,dl>div{border-bottom:1px solid #e5e2d9}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;min-width:8rem}
th,dt{font-weight:600;color:#4d5b66}
dl{margin:0 0 1.5rem}
dl>div{padding:.4rem 0}
dd{margin:0}
td,dd,header{overflow-wrap:anywhere;white-space:pre-line}
@media(min-width:40rem){dl>div{display:grid;grid-template-columns:16rem 1fr;gap:1rem}}
nav ul{columns:16rem;padding-left:1.25rem}
a{color:#1c2b36}
</style></head>
<body><header><div><h1>Your data</h1>${company.brandName}, created on ${formatMomentInLondon(writtenAt)} for ${email}</div></header>
<main><nav aria-label="Contents"><ul>${sections.map(({ key, title }) => html`<li><a href="#${key}">${title}</a></li>`)}</ul></nav>
${sections.map(renderSection)}
<p>${getComplaintNotice(publicUrl)}</p>
<p>The same data is in data.json, in a format other services can read. ${company.legalName}, ${company.address.join(', ')}, ${company.email}</p>
</main></body></html>
`.html
}

/** The most columns that can be read comfortably side by side. */
const MAX_COLUMNS = 5

function renderSection({ key, title, facts }: DataSection): Html {
  const entries = Array.isArray(facts) ? facts : [facts]
  return html`<section id="${key}"><h2>${title}</h2>
${entries.length === 0 ? html`<p>Nothing recorded.</p>` : ''}
${Array.isArray(facts) && countColumns(entries) <= MAX_COLUMNS ? renderTable(entries) : entries.map(renderEntry)}
</section>
`
}

function countColumns([firstEntry]: Facts[]): number {
  return Object.keys(firstEntry ?? {}).length
}

function renderTable(entries: Facts[]): Html {
  const [firstEntry] = entries
  if (!firstEntry) return html``
  return html`<div class="list" tabindex="0"><table><thead><tr>${Object.keys(firstEntry).map((key) => html`<th scope="col">${toLabel(key)}</th>`)}</tr></thead>
<tbody>${entries.map(
    (entry) => html`<tr>${Object.values(entry).map((fact) => html`<td>${formatFact(fact)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

function renderEntry(entry: Facts): Html {
  return html`<dl>${Object.entries(entry).map(
    ([key, fact]) => html`<div><dt>${toLabel(key)}</dt><dd>${formatFact(fact)}</dd></div>`,
  )}</dl>`
}

/** "emailConfirmedAt" becomes "Email confirmed at". */
function toLabel(key: string): string {
  const spaced = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function formatFact(fact: Fact): string {
  if (fact === null || fact === '') return '–'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (fact instanceof Date) return formatMomentInLondon(fact)
  return typeof fact === 'object' ? formatMoney(fact.amount, fact.currency) : String(fact)
}
