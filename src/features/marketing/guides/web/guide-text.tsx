import { Link } from '#platform/web/ui/link.tsx'
import type { GuideBlock, TextRun } from '../contract.ts'

/** A guide's text, in blocks that the server has parsed from its Markdown. */
export function GuideText({ blocks }: { blocks: GuideBlock[] }) {
  return (
    <div className="grid max-w-prose gap-4">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes its order
        <Block key={index} block={block} />
      ))}
    </div>
  )
}

function Block({ block }: { block: GuideBlock }) {
  if (block.kind === 'heading') return <GuideHeading {...block} />
  if (block.kind === 'list') return <GuideList {...block} />
  if (block.kind === 'quote') {
    return (
      <blockquote className="border-l-4 border-primary py-1 pl-5">
        <Runs runs={block.runs} />
      </blockquote>
    )
  }
  return (
    <p>
      <Runs runs={block.runs} />
    </p>
  )
}

/** Focusable, so that keyboard users continue from the heading after following a link in the table of contents. */
function GuideHeading({ level, id, text }: Extract<GuideBlock, { kind: 'heading' }>) {
  if (level === 2) {
    return (
      <h2 id={id} tabIndex={-1} className="mt-8 text-2xl first:mt-0">
        {text}
      </h2>
    )
  }
  return (
    <h3 id={id} tabIndex={-1} className="mt-4 text-xl">
      {text}
    </h3>
  )
}

function GuideList({ isOrdered, items }: Extract<GuideBlock, { kind: 'list' }>) {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List className={`grid gap-2 pl-6 marker:text-muted ${isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {items.map((runs, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes its order
        <li key={index}>
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  )
}

function Runs({ runs }: { runs: TextRun[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text of a page never changes its order
  return runs.map((run, index) => <Run key={index} run={run} />)
}

function Run({ run: { text, isStrong, isEmphasised, href } }: { run: TextRun }) {
  const emphasised = isEmphasised ? <em>{text}</em> : text
  const styled = isStrong ? <strong className="font-semibold">{emphasised}</strong> : emphasised
  if (href === undefined) return styled
  if (href.startsWith('/')) {
    return (
      <Link to={href} className="link">
        {styled}
      </Link>
    )
  }
  return (
    <a href={href} className="link">
      {styled}
    </a>
  )
}
