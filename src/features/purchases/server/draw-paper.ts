import type { Paper } from './word-document.ts'

/** What draws is loaded with the first paper: it takes 30 MB, which most processes never need. */
export async function drawPaper(paper: Paper): Promise<Buffer> {
  const { drawDocument } = await import('./draw-document.ts')
  return drawDocument(paper)
}
