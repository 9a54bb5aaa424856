import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { pathTo } from '../../site-map.ts'
import { TestLine } from './TestsTable.tsx'
import { isGoing } from './test-words.ts'
import './tests.css'

/** The last ended test of each unit, newest first; nothing where none has ended yet. */
export function LastTests() {
  const { t } = useTranslation('tests')
  const { plantId, tests } = useOpenPlant()
  const ended = tests.filter((test) => !isGoing(test)).sort((a, b) => b.requestedAt.localeCompare(a.requestedAt))
  if (ended.length === 0) return null
  const all = pathTo('plantReport', { plantId }, { tab: 'results' })
  return (
    <Card title={t('last.title')} aside={<AppLink to={all}>{t('results.back')}</AppLink>}>
      <ul className="vx-tests-list">
        {ended.slice(0, 5).map((test) => (
          <TestLine key={test.id} test={test} />
        ))}
      </ul>
    </Card>
  )
}
