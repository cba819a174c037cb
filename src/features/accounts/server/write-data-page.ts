import type { Company } from '#features/company/contract.ts'
import { type Html, html } from '#platform/server/mail/html.ts'
import type { DataSection, Fact, Facts, PersonalData } from '#platform/server/personal-data.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'

export type KnownFacts = Pick<Required<PersonalData>, 'sections'> & { company: Company; email: string; writtenAt: Date }

/** The member's data as a page that opens anywhere, without a network and without a script. */
export function writeDataPage({ sections, company, email, writtenAt }: KnownFacts): string {
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
<body><header><div><h1>Your data</h1>${company.brandName}, written on ${companyMomentInWords(writtenAt)} for ${email}</div></header>
<main><nav aria-label="Contents"><ul>${sections.map(({ key, title }) => html`<li><a href="#${key}">${title}</a></li>`)}</ul></nav>
${sections.map(sectionOf)}
<p>The same facts stand in data.json, in a form that other services can read. ${company.legalName}, ${company.address.join(', ')}, ${company.email}</p>
</main></body></html>
`.html
}

/** As many columns as can be read side by side. */
const MOST_COLUMNS = 5

function sectionOf({ key, title, facts }: DataSection): Html {
  const entries = Array.isArray(facts) ? facts : [facts]
  return html`<section id="${key}"><h2>${title}</h2>
${entries.length === 0 ? html`<p>Nothing.</p>` : ''}
${Array.isArray(facts) && columnsOf(entries) <= MOST_COLUMNS ? tableOf(entries) : entries.map(entryOf)}
</section>
`
}

function columnsOf([first]: Facts[]): number {
  return Object.keys(first ?? {}).length
}

function tableOf(entries: Facts[]): Html {
  const [first] = entries
  if (!first) return html``
  return html`<div class="list" tabindex="0"><table><thead><tr>${Object.keys(first).map((key) => html`<th scope="col">${inWords(key)}</th>`)}</tr></thead>
<tbody>${entries.map(
    (entry) => html`<tr>${Object.values(entry).map((fact) => html`<td>${factInWords(fact)}</td>`)}</tr>`,
  )}</tbody></table></div>`
}

function entryOf(entry: Facts): Html {
  return html`<dl>${Object.entries(entry).map(
    ([key, fact]) => html`<div><dt>${inWords(key)}</dt><dd>${factInWords(fact)}</dd></div>`,
  )}</dl>`
}

/** "emailConfirmedAt" is "Email confirmed at". */
function inWords(key: string): string {
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function factInWords(fact: Fact): string {
  if (fact === null || fact === '') return '–'
  if (typeof fact === 'boolean') return fact ? 'yes' : 'no'
  if (fact instanceof Date) return companyMomentInWords(fact)
  return typeof fact === 'object' ? formatMoney(fact.amount, fact.currency) : String(fact)
}
