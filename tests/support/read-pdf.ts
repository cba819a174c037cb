import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a person reads on the pages of a PDF, and what lies in it. */
export async function readPdf(bytes: Uint8Array) {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const pdf = await loading.promise
  const pages: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
  }
  const attachments: Record<string, string> = {}
  for (const name of (await pdf.getAttachments())?.keys() ?? []) {
    attachments[name] = Buffer.from((await pdf.getAttachmentContent(name)) as Uint8Array).toString()
  }
  const { info } = await pdf.getMetadata()
  await loading.destroy()
  return {
    pages,
    text: pages.join(' '),
    info: info as Record<string, unknown>,
    attachments,
  }
}
