import { colours, type PageLayout } from '#platform/server/pdf/page-layout.ts'
import type { Block } from '../../contract.ts'
import { drawPicture } from '../../rules/pictures.ts'
import { column, drawFigure } from './drawing-pdf.ts'
import { cellStrong, cellText, strong, text } from './styles.ts'

const POST_SIZE = 176
const POST_GAP = 20

/** The picture, with the caption at its right. */
export function drawPost(
  pages: PageLayout,
  { post: { picture, alt, caption, hashtags } }: Extract<Block, { kind: 'post' }>,
) {
  const drawing = drawPicture(picture)
  pages.space(4)
  pages.keepTogether(POST_SIZE)
  const top = pages.top()
  drawFigure(pages, drawing, alt, { x: column.x, top, scale: POST_SIZE / drawing.width })
  const position = { x: column.x + POST_SIZE + POST_GAP, width: column.width - POST_SIZE - POST_GAP }
  for (const part of caption) {
    pages.row([{ text: part, ...position, style: text, tag: 'P' }])
    pages.space(6)
  }
  pages.row([{ text: hashtags, ...position, style: { ...strong, color: colours.amberInk }, tag: 'P' }])
  pages.space(Math.max(0, top + POST_SIZE - pages.top()) + 14)
}

const SHOT_GAP = 14
const SHOT_TEXT_HEIGHT = 90

/** The shots side by side, with their words below. */
export function drawStoryboard(pages: PageLayout, { shots }: Extract<Block, { kind: 'storyboard' }>) {
  const width = (column.width - SHOT_GAP * (shots.length - 1)) / shots.length
  const placed = shots.map((shot, index) => {
    const drawing = drawPicture(shot.picture)
    return { shot, drawing, x: column.x + index * (width + SHOT_GAP), scale: width / drawing.width }
  })
  const height = Math.max(...placed.map(({ drawing, scale }) => drawing.height * scale))
  pages.space(4)
  pages.keepTogether(height + SHOT_TEXT_HEIGHT)
  for (const { drawing, x, scale } of placed) drawFigure(pages, drawing, '', { x, top: pages.top(), scale })
  pages.space(height + 8)
  pages.row(
    placed.map(({ shot: { words, action, seconds }, x }) => {
      const look = { style: cellText, firstStyle: cellStrong, tag: 'P' } as const
      return { text: [`“${words}”`, action, seconds], x, width, ...look }
    }),
  )
  pages.space(10)
}
