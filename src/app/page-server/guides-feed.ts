import type { Company } from '#features/company/contract.ts'
import type { GuideSummary } from '#features/marketing/guides/contract.ts'

/** The guides for feed readers (Atom, RFC 4287). The ids stay the same if an address changes. */
export function guidesFeed({ brandName }: Pick<Company, 'brandName'>, guides: GuideSummary[], publicUrl: string) {
  const name = escapeXml(brandName)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-GB">
<id>${publicUrl}/guides</id>
<title>Guides | ${name}</title>
<updated>${lastUpdate(guides)}</updated>
<author><name>${name}</name></author>
<link rel="self" type="application/atom+xml" href="${publicUrl}/guides.xml"/>
<link rel="alternate" type="text/html" href="${publicUrl}/guides"/>
${guides.map((guide) => feedEntry(guide, publicUrl)).join('\n')}
</feed>
`
}

function feedEntry({ id, slug, title, summary, publishedAt, updatedAt }: GuideSummary, publicUrl: string): string {
  return `<entry>
<id>urn:uuid:${id}</id>
<title>${escapeXml(title)}</title>
<published>${publishedAt}</published>
<updated>${updatedAt}</updated>
<link rel="alternate" type="text/html" href="${publicUrl}/guides/${slug}"/>
<summary>${escapeXml(summary)}</summary>
</entry>`
}

/** The standard asks for a date even if there are no guides. */
function lastUpdate(guides: GuideSummary[]): string {
  const [last = '1970-01-01T00:00:00.000Z'] = guides
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .reverse()
  return last
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
