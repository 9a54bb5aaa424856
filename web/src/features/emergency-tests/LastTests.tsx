import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { TestRows } from './TestRows.tsx'
import { isInProgress } from './test-texts.ts'

const maxRows = 5

/** The last ended tests, newest first; hidden when there are none. */
export function LastTests() {
  const { t } = useTranslation('emergency-tests')
  const { plantId } = useCurrentPlant()
  const { tests, last } = useAnswer('getTests', { plantId, page: 1 })
  const endedTests = (last ? [...tests, last] : tests).filter((test) => !isInProgress(test))
  if (endedTests.length === 0) return null
  const allResultsPath = pathTo('plantReport', { plantId }, { tab: 'results' })
  return (
    <Card title={t('last.title')} aside={<AppLink to={allResultsPath}>{t('word.allTests')}</AppLink>}>
      <TestRows label={t('last.title')} tests={endedTests} limit={maxRows} />
    </Card>
  )
}
