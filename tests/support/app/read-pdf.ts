import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The visible text of a PDF's pages, its metadata and its attachments. */
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
