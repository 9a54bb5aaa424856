import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { UnitFrame } from '../central-units/index.ts'
import { UnitLight } from '../light-levels/index.ts'
import { GroupMatrix } from './GroupMatrix.tsx'
import { GroupNames } from './GroupNames.tsx'
import * as styles from './groups.module.css'

/** A unit's groups: their lamps and names, and light control of the whole unit if it supports levels. */
export function UnitGroupsPage() {
  return (
    <UnitFrame tab="groups">
      {({ topic, facts }) => <Groups key={topic} topic={topic} isDimmable={facts.commands.includes('setLevels')} />}
    </UnitFrame>
  )
}

function Groups({ topic, isDimmable }: { topic: string; isDimmable: boolean }) {
  const { t } = useTranslation('groups')
  const [search, setSearch] = useSearchParams()
  const views = isDimmable ? (['lamps', 'names', 'light'] as const) : (['lamps', 'names'] as const)
  const view = search.group === undefined ? (views.find((one) => one === search.view) ?? 'lamps') : 'names'
  return (
    <>
      <SegmentedControl
        className={styles.groupsView}
        aria-label={t('view.label')}
        value={view}
        onChange={(next) => setSearch({ view: next === 'lamps' ? undefined : next, group: undefined, lamp: undefined })}
        data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      <AnswerBoundary>
        {view === 'lamps' ? <Matrix topic={topic} /> : null}
        {view === 'names' ? <GroupNames topic={topic} /> : null}
        {view === 'light' ? <UnitLight topic={topic} /> : null}
      </AnswerBoundary>
    </>
  )
}

function Matrix({ topic }: { topic: string }) {
  const { plantId } = useCurrentPlant()
  return <GroupMatrix topic={topic} all={useAllLamps(plantId)} />
}
