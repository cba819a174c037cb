import { strToU8, zipSync } from 'fflate'
import type { DataSection, Fact, PersonalData } from '#platform/server/personal-data.ts'
import type { FileAnswer } from '#platform/shared/file-answer.ts'
import { type KnownFacts, writeDataPage } from './write-data-page.ts'

type DataFile = KnownFacts & Pick<Required<PersonalData>, 'files'>

/**
 * A zip with the same facts twice: data.json for other services, data.html for people. Pictures lie beside them.
 *
 * data.json is `{ writtenAt, writtenBy, writtenFor, <section>: … }`; each section is one object, or a list of objects
 * that all have the same keys. Moments are ISO 8601 in UTC, money is `{ amount, currency }` in pence or cents.
 */
export function writeDataFile({ files, ...known }: DataFile): FileAnswer {
  const contents = {
    'data.json': strToU8(JSON.stringify(factsBySection(known), null, 2)),
    'data.html': strToU8(writeDataPage(known)),
    ...Object.fromEntries(files.map(({ name, content }) => [name, new Uint8Array(content)])),
  }
  const zip = zipSync(contents, { mtime: known.writtenAt })
  const name = `your-data-${known.writtenAt.toISOString().slice(0, 10)}.zip`
  return { name, content: new Blob([new Uint8Array(zip)]) }
}

function factsBySection({ sections, company, email, writtenAt }: KnownFacts) {
  const bySection: Record<string, DataSection['facts'] | Fact> = {
    writtenAt,
    writtenBy: company.legalName,
    writtenFor: email,
  }
  for (const { key, facts } of sections) bySection[key] = facts
  return bySection
}
