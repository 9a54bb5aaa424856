import { IconMapPinOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import type { MapBox } from '@vigilux/contract/features/plants-map/plants-map.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { AppLink } from '../../shared/navigation.tsx'
import * as plantLinkStyles from '../../shared/plant/plant-link.module.css'
import { TablePages } from '../../shared/table/TablePages.tsx'
import type { ListLine } from '../../shared/table/table-parts.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './plants-map.module.css'

type MapPlantsInput = Omit<ActionInput<'getPlantsOnMap'>, 'box' | 'zoom'>
type SideListProps = {
  question: MapPlantsInput
  /** The part of the map whose plants are listed; undefined until known. */
  box: MapBox | undefined
  /** Returns to the plants in view while only those of one point are listed. */
  onWiden: (() => void) | undefined
  /** Number of plants in it, if known. */
  total: number | undefined
  /** Undefined until known. */
  without: number | undefined
  line: (plant: PlantSummary) => ListLine
  marked: string | undefined
  onMark: (plantId: string | undefined) => void
}

/** The plants in view, worst first, and separately those without a position. */
export function PlantsSideList({ question, box, onWiden, total, without, ...lines }: SideListProps) {
  const { t } = useTranslation('plants-map')
  const { number } = useFormats()
  return (
    <div className={`vx-card ${styles.mapBeside}`}>
      <h2>{total === undefined ? t('here') : t('inSight', { count: total, number: number(total) })}</h2>
      {onWiden ? (
        <button type="button" className="vx-linklike" onClick={onWiden}>
          {t('widen')}
        </button>
      ) : null}
      {box ? (
        <AnswerBoundary skeleton={<LoadingRows height={56} />}>
          <Lines key={JSON.stringify({ question, box })} question={question} box={box} total={total} {...lines} />
        </AnswerBoundary>
      ) : (
        <LoadingRows height={56} />
      )}
      {without ? (
        <details className={styles.mapWithout}>
          <summary>
            <IconMapPinOff size={16} aria-hidden />
            {t('without', { count: without, number: number(without) })}
          </summary>
          <AnswerBoundary skeleton={<LoadingRows height={56} />}>
            <Lines question={question} total={without} {...lines} withoutPosition />
          </AnswerBoundary>
        </details>
      ) : null}
    </div>
  )
}

type LinesProps = Pick<SideListProps, 'question' | 'line' | 'marked' | 'onMark'> & {
  box?: MapBox
  total: number | undefined
  withoutPosition?: boolean
}

function Lines({ question, box, total, line, marked, onMark, withoutPosition = false }: LinesProps) {
  const { t } = useTranslation('plants-map')
  const [page, setPage] = useState(1)
  const { plants } = useAnswer(
    'getPlantsInView',
    { ...question, ...(box ? { box } : {}), page },
    { placeholderData: keepPreviousData },
  )
  if (plants.length === 0 && page === 1) return <p className={styles.mapNothing}>{t('nothing')}</p>
  return (
    <>
      <ul className={styles.mapLines}>
        {plants.map((plant) => (
          <Line
            key={plant.plant_id}
            plant={plant}
            line={line(plant)}
            isMarked={marked === plant.plant_id}
            onMark={(isHovered) => onMark(isHovered ? plant.plant_id : undefined)}
          >
            {withoutPosition && roleMay(plant.role, 'plant.administer') ? (
              <AppLink to={pathTo('plantGeneral', { plantId: plant.plant_id })}>{t('word.setPosition')}</AppLink>
            ) : null}
          </Line>
        ))}
      </ul>
      <TablePages page={page} total={total ?? 0} onPage={setPage} />
    </>
  )
}

type LineProps = {
  plant: PlantSummary
  line: ListLine
  isMarked: boolean
  onMark: (isHovered: boolean) => void
  children: ReactNode
}

function Line({ plant, line, isMarked, onMark, children }: LineProps) {
  return (
    <li
      data-marked={isMarked || undefined}
      onMouseEnter={() => onMark(true)}
      onMouseLeave={() => onMark(false)}
      onFocus={() => onMark(true)}
      onBlur={() => onMark(false)}
    >
      <span className={styles.mapLineHead} data-part="map-line">
        <AppLink className={plantLinkStyles.plantLink} to={pathTo('plantOverview', { plantId: plant.plant_id })}>
          {line.title}
        </AppLink>
        {line.state}
      </span>
      <span className="vx-hint">{line.detail}</span>
      {line.more}
      {children}
    </li>
  )
}
