import { Link } from 'react-router'
import { Card } from '#platform/web/ui/card.tsx'
import type { Figure } from '../contract/figure.ts'
import { definitions } from '../rules/figures.ts'
import { MeaningPanel } from './meaning-panel.tsx'

type FigureCardProps = {
  figure: Figure
  /** Where it is not the figure's own. */
  title?: string
  value: string
  /** After the figure's address. */
  search?: string
}

/** One number, what it means, and the way to the list of what it counts. */
export function FigureCard({ figure, title = definitions[figure].title, value, search = '' }: FigureCardProps) {
  return (
    <Card className="grid content-between gap-2">
      <div className="relative min-h-7 pr-10">
        <h2 className="text-base font-medium tracking-normal text-muted">{title}</h2>
        <MeaningPanel figures={[figure]} />
      </div>
      <p className="text-3xl font-semibold tabular-nums">
        <Link to={`/admin/overview/${figure}${search}`} className="link" aria-label={`${title}: ${value}`}>
          {value}
        </Link>
      </p>
    </Card>
  )
}
