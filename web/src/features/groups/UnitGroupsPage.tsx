import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { useLamps } from '../../shared/plant/lamps.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { UnitFrame } from '../central-units/index.ts'
import { UnitLight } from '../light-levels/index.ts'
import { GroupMatrix } from './GroupMatrix.tsx'
import { GroupNames } from './GroupNames.tsx'

/** The light of a unit as a whole, and its groups: which lamp is in which, and what they are called. */
export function UnitGroupsPage() {
  return (
    <UnitFrame tab="groups">
      {({ topic }) => (
        <>
          <UnitLight topic={topic} />
          <Groups key={topic} topic={topic} />
        </>
      )}
    </UnitFrame>
  )
}

function Groups({ topic }: { topic: string }) {
  const { t } = useTranslation('groups')
  const [search, setSearch] = useSearchParams()
  const view = search.view === 'names' || search.group !== undefined ? 'names' : 'lamps'
  return (
    <>
      <SegmentedControl
        className="vx-groups-view"
        aria-label={t('view.label')}
        value={view}
        onChange={(next) => setSearch({ view: next === 'names' ? next : undefined, group: undefined, lamp: undefined })}
        data={[
          { value: 'lamps', label: t('view.lamps') },
          { value: 'names', label: t('view.names') },
        ]}
      />
      {view === 'names' ? <GroupNames topic={topic} /> : <Matrix topic={topic} />}
    </>
  )
}

function Matrix({ topic }: { topic: string }) {
  const { plantId } = useOpenPlant()
  const lamps = useLamps(plantId, 'all')
  if (lamps.data) return <GroupMatrix topic={topic} all={lamps.data.lamps} />
  if (lamps.error) return <ErrorState error={lamps.error} retry={() => void lamps.refetch()} />
  return (
    <div className="vx-card">
      <LoadingRows rows={12} />
    </div>
  )
}
