import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { usePlants } from '../../shared/plant/plant.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { PlantsOnMap } from './PlantsOnMap.tsx'
import { plantFilters, questionOf, worstFirst } from './plants.reads.ts'

/** The plants of an office on a map: all of them, or those of its area. */
export function PlantsMapPage() {
  const { t } = useTranslation('shell')
  const [state] = useTableState('', worstFirst, plantFilters)
  const { sort: _sort, descending: _descending, ...question } = questionOf(state, false)
  return (
    <>
      <PageHeader title={t('page.plantsMap')} />
      <AnswerBoundary>
        <MapOfPlants question={question} />
      </AnswerBoundary>
    </>
  )
}

function MapOfPlants({ question }: { question: ActionInput<'getAllPlants'> }) {
  return <PlantsOnMap list={usePlants({ ...question, pageSize: 1 })} question={question} />
}
